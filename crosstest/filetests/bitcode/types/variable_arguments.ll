; input: records
; error: 8: types block: record 21: functions with a variable number of arguments are not allowed

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,2;                    ; count
    21,1,0;                 ; type 0: type 0 (, ...)
  65534;
65534;
