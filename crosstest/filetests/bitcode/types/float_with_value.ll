; input: records
; error: 8: types block: record 3: float type record has 1 values; expected 0

65535,8,2;    ; module
  1,1;        ; version
  65535,17,2;
    1,1;
    3,1;        ; float
  65534;
65534;
