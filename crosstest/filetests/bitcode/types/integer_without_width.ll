; input: records
; error: 8: types block: record 7: integer type record has 0 values; expected 1

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,1;                    ; count
    7;                      ; type 0: ?
  65534;
65534;
