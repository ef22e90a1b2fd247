; input: records
; error: 6: a definition outside of any block

1,65535,8,2;
0,65534;
2,65533,1,1,7;
