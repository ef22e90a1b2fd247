; input: records
; error: 19: function block 0: record 10: return value has type i8; expected i32

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,3;                    ; count
    7,8;                    ; type 0: i8
    7,32;                   ; type 1: i32
    21,0,1;                 ; type 2: i32 ()
  65534;
  8,2,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,0;                  ; set type i8
      4,2;                  ; integer 1
    65534;
    10,1;                   ; ret
  65534;
65534;
