; input: records
; error: 7: abbreviations block: a block inside the abbreviations block

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,0,2;              ; abbreviations
    1,65535,17,2;
    0,65534;
  0,65534;
0,65534;
