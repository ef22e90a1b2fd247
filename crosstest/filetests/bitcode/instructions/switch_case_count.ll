; input: records
; error: 15: function block 0: record 12: 18446744073709551615 cases in 0 values; expected 4 values each

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,3;                    ; count
    2;                      ; type 0: void
    7,32;                   ; type 1: i32
    21,0,1,1,1;             ; type 2: i32 (i32, i32)
  65534;
  8,2,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,2;                    ; blocks
    12,1,1,1,18446744073709551615; ; switch
  65534;
65534;
