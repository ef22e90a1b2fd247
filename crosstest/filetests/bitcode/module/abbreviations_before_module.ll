; An abbreviations block may stand before the module block.
; input: records
; do: read

1,65535,0,2;                ; abbreviations
  3,1,8;                    ; set block 8
  2,65533,2,1,1,0,1,1;      ; define: the literal 1, one bit
0,65534;
1,65535,8,3;                ; module
  4,1,1;                    ; version
0,65534;
