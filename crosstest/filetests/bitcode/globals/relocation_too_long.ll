; input: records
; error: 9: globals block: record 4: relocation record has 3 values; expected 1 or 2

65535,8,2;    ; module
  1,1;        ; version
  65535,19,2;
    5,1;
    0,0,0;      ; variable
    4,0,0,0;    ; relocation
  65534;
65534;
