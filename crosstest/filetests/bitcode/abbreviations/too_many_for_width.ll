; input: records
; error: 8: types block: 5 abbreviations do not fit into indices of 2 bits

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,17,2;             ; types, indices of 2 bits
    3,1,1;
    2,65533,1,1,2;          ; define: the literal 2
    3,2;                    ; void
  0,65534;
0,65534;
