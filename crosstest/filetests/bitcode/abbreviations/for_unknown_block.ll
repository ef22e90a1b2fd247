; input: records
; error: 7: abbreviations block: record 1: abbreviations for unknown block 9

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,0,2;              ; abbreviations
    3,1,9;                  ; set block 9
  0,65534;
0,65534;
