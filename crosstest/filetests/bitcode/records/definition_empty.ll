; input: records
; error: 7: a definition without values; expected the number of encodings

1,65535,8,2;
3,1,1;
1,65535,17,3;
2,65533;
0,65534;
0,65534;
