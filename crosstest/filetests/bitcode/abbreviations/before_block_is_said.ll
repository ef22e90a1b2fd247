; input: records
; error: 7: abbreviations block: an abbreviation before the record that says for which block

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,0,2;              ; abbreviations
    2,65533,1,1,2;          ; define: the literal 2
  0,65534;
0,65534;
