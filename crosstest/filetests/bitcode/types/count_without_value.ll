; input: records
; error: 7: types block: record 1: type count record has 0 values; expected 1

65535,8,2;    ; module
  1,1;        ; version
  65535,17,2;
    1;          ; count
  65534;
65534;
