; input: records
; error: 6: module block: abbreviation indices of 17 bits in types block; expected 2 to 16

65535,8,2;    ; module
  1,1;        ; version
  65535,17,17;
  65534;
65534;
