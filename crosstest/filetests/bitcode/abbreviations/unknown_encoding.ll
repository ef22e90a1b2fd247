; input: records
; error: 8: types block: abbreviation encoding 5; expected fixed (1), vbr (2), array (3) or char6 (4)

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,17,3;             ; types
    3,1,1;                  ; count
    2,65533,1,0,5;          ; define: encoding 5
  0,65534;
0,65534;
