; Abbreviations for a kind of block that PNaCl does not have are nobody's.
; input: records
; do: read

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,0,2;              ; abbreviations
    3,1,9;                  ; set block 9
    2,65533,1,1,4;          ; define: the literal 4
    3,1,17;                 ; set block 17
    2,65533,2,1,1,0,2,6;    ; define: the literal 1, a number
  0,65534;
  1,65535,17,3;             ; types
    4,1,0;                  ; count, by the abbreviation for types
  0,65534;
0,65534;
