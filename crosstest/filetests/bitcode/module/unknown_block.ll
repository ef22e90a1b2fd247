; input: records
; error: 6: module block: unknown block 9

65535,8,2;    ; module
  1,1;        ; version
  65535,9,2;
  65534;
65534;
