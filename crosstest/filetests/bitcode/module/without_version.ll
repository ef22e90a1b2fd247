; input: records
; error: 5: module block: expected the version record (1) first

65535,8,2;    ; module
  65535,17,2;
    1,0;
  65534;
65534;
