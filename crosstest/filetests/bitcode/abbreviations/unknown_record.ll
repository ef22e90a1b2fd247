; input: records
; error: 7: abbreviations block: record 2: unknown record code; expected set block (1)

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,0,2;              ; abbreviations
    3,2;
  0,65534;
0,65534;
