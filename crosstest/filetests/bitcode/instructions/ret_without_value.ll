; input: records
; error: 14: function block 0: record 10: return without a value; expected i32

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,2;                    ; count
    7,32;                   ; type 0: i32
    21,0,0,0,0;             ; type 1: i32 (i32, i32)
  65534;
  8,1,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    10;                     ; ret
  65534;
65534;
