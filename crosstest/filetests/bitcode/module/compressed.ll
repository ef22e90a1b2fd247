; As pnacl-bccompress writes it: abbreviations of the module block, the abbreviations block, and then the version.
; input: records
; do: read

1,65535,8,3;                ; module
  2,65533,2,1,1,0,1,1;      ; define: the literal 1, one bit
  2,65533,5,1,8,0,2,6,1,0,0,1,1,0,1,2;  ; define: the literal 8, a number, 0, one bit, two bits
  1,65535,0,2;              ; abbreviations
    3,1,12;                 ; set block 12
    2,65533,1,1,10;         ; define: the literal 10
  0,65534;
  4,1,1;                    ; version
  1,65535,17,2;             ; types
    3,1,2;                  ; count
    3,2;                    ; type 0: void
    3,21,0,0;               ; type 1: void ()
  0,65534;
  5,8,1,0,0,3;              ; @0: internal void ()
  1,65535,19,2;             ; globals
    3,5,0;                  ; count
  0,65534;
  1,65535,12,3;             ; function
    3,1,1;                  ; one block
    4,10;                   ; ret void
  0,65534;
0,65534;
