; input: records
; error: 5: module block: record 1: version record has 0 values; expected 1

65535,8,2;    ; module
  1;          ; version
65534;
