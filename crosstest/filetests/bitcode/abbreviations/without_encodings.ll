; input: records
; error: 8: types block: abbreviation of 0 encodings; expected 1 to 64

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,17,3;             ; types
    3,1,1;                  ; count
    2,65533,0;              ; define: nothing
  0,65534;
0,65534;
