; An array of literals takes no bits, so its length is limited.
; input: records
; error: 10: types block: an array of 65 values that take no bits; at most 64 are supported

1,65535,8,2;                ; module
  3,1,1;                    ; version
  1,65535,17,3;             ; types
    3,1,1;                  ; count
    2,65533,2,0,3,1,7;      ; define: array of the literal 7
    4,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7;
  0,65534;
0,65534;
