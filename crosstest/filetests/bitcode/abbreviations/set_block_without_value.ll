; input: records
; error: 7: abbreviations block: record 1: set block record has 0 values; expected 1

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,0,2;              ; abbreviations
    3,1;                    ; set block
  0,65534;
0,65534;
