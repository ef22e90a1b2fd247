; input: records
; error: 8: types block: an array must be the second to last encoding of its abbreviation

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,17,3;             ; types
    3,1,1;                  ; count
    2,65533,3,0,3,0,4,0,4;  ; define: array, char6, char6
  0,65534;
0,65534;
