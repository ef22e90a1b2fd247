; input: records
; error: 8: types block: record 4: double type record has 1 values; expected 0

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,1;                    ; count
    4,1;                    ; type 0: double
  65534;
65534;
