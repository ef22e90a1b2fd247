; input: records
; error: 16: function block 0: record 16: a phi with 1 operands; its block has 2 incoming edges

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,3;                    ; count
    2;                      ; type 0: void
    7,32;                   ; type 1: i32
    21,0,0,1,1,1,1,1;       ; type 2: void (i32, i32, i32, i32, i32)
  65534;
  8,2,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,3;                    ; blocks
    12,1,4,2,3,1,1,2,1,1,1,4,1,1,1,6,2; ; switch
    16,1,6,0;               ; phi
    11,2;                   ; br
    10;                     ; ret
  65534;
65534;
