; input: records
; error: 24: function block 0: record 44: a call cannot return type 2

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,5;                    ; count
    2;                      ; type 0: void
    7,1;                    ; type 1: i1
    7,16;                   ; type 2: i16
    7,32;                   ; type 3: i32
    21,0,3,3;               ; type 4: i32 (i32)
  65534;
  8,4,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,3;                  ; set type i32
      4,0;                  ; integer 0
      4,2;                  ; integer 1
      4,12;                 ; integer 6
      4,14;                 ; integer 7
    65534;
    44,0,6,2,6;             ; call indirect
  65534;
65534;
