; input: records
; error: 7: globals block: record 5: global count record has 0 values; expected 1

65535,8,2;    ; module
  1,1;        ; version
  65535,19,2;
    5;
  65534;
65534;
