; input: records
; error: 7: types block: record 2: expected the type count (1) first

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    2;                      ; type 0: void
  65534;
65534;
