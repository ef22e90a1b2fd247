; input: records
; error: 8: types block: record 21: function type record has no result type

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,1;                    ; count
    21,0;                   ; type 0: ? ()
  65534;
65534;
