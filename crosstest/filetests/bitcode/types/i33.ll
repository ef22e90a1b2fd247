; input: records
; error: 8: types block: record 7: i33 is not a PNaCl type; expected i1, i8, i16, i32 or i64

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,1;                    ; count
    7,33;                   ; type 0: i33
  65534;
65534;
