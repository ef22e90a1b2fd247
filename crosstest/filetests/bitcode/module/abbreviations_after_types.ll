; Abbreviations may come after blocks that do not use them, and in several blocks.
; input: records
; do: read

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,0,2;              ; abbreviations
  0,65534;
  1,65535,17,2;             ; types
    3,1,1;                  ; count
    3,7,32;                 ; type 0: i32
  0,65534;
  1,65535,0,2;              ; abbreviations
    3,1,19;                 ; set block 19
    2,65533,2,1,5,0,2,6;    ; define: the literal 5, a number
  0,65534;
  1,65535,19,3;             ; globals
    4,5,0;                  ; count
  0,65534;
0,65534;
