; input: records
; error: 16: function block 0: record 16: phi of type i64 with an operand of type i32

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,4;                    ; count
    2;                      ; type 0: void
    7,32;                   ; type 1: i32
    7,64;                   ; type 2: i64
    21,0,1,1,1;             ; type 3: i32 (i32, i32)
  65534;
  8,3,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,2;                    ; blocks
    16,2,2,0;               ; phi
  65534;
65534;
