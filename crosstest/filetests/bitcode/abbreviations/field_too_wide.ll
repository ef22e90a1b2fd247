; input: records
; error: 8: types block: abbreviation field of 33 bits; expected at most 32

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,17,3;             ; types
    3,1,1;                  ; count
    2,65533,1,0,1,33;       ; define: fixed of 33 bits
  0,65534;
0,65534;
