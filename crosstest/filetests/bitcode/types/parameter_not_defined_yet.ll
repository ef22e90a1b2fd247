; input: records
; error: 8: types block: record 21: type 1 is not a value type that is defined so far

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,2;                    ; count
    21,0,1;                 ; type 0: type 1 ()
  65534;
65534;
