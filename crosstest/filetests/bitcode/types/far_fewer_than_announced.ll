; input: records
; error: 9: types block: 1 types, but 4000000000 are announced

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,4000000000;           ; count
    2;                      ; type 0: void
  65534;
65534;
