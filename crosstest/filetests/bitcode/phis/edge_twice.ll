; input: records
; error: 23: function block 0: record 16: a phi names b1 too often; 1 edges come from there

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,4;                    ; count
    2;                      ; type 0: void
    7,1;                    ; type 1: i1
    7,32;                   ; type 2: i32
    21,0,0,2;               ; type 3: void (i32)
  65534;
  8,3,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,4;                    ; blocks
    65535,11,2;             ; constants
      1,1;                  ; set type i1
      4,3;                  ; integer -1
    65534;
    11,1,2,1;               ; br
    11,3;                   ; br
    11,3;                   ; br
    16,2,6,1,6,1;           ; phi
    10;                     ; ret
  65534;
65534;
