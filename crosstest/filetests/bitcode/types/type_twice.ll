; input: records
; error: 9: types block: record 2: type void is defined twice

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,2;                    ; count
    2;                      ; type 0: void
    2;                      ; type 1: void
  65534;
65534;
