; input: records
; error: 8: types block: record 12: vector type record has 1 values; expected 2

65535,8,2;    ; module
  1,1;        ; version
  65535,17,2;
    1,1;
    12,4;       ; vector
  65534;
65534;
