; input: records
; error: 5: module block: record 1: bitstream version 2; expected 1

65535,8,2;    ; module
  1,2;        ; version
65534;
