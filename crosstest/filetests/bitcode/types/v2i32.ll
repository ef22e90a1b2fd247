; input: records
; error: 9: types block: record 12: <2 x i32> is not a PNaCl type

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,2;                    ; count
    7,32;                   ; type 0: i32
    12,2,0;                 ; type 1: <2 x i32>
  65534;
65534;
