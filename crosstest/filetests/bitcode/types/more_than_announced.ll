; input: records
; error: 8: types block: record 2: more types than the announced 0

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,0;                    ; count
    2;                      ; type 0: void
  65534;
65534;
