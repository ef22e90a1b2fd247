; input: records
; error: 8: types block: an array's element must be a literal or one fixed, vbr or char6 encoding

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,17,3;             ; types
    3,1,1;                  ; count
    2,65533,2,0,3,0,3;      ; define: array of arrays
  0,65534;
0,65534;
