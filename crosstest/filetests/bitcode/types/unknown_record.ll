; input: records
; error: 8: types block: record 8: unknown record code; expected void (2), float (3), double (4), integer (7), vector (12) or function (21)

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,1;                    ; count
    8,0,0;                  ; type 0: ?
  65534;
65534;
