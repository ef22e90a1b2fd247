; input: records
; error: 7: types block: a block inside the types block

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    65535,17,2;             ; types
    65534;
  65534;
65534;
