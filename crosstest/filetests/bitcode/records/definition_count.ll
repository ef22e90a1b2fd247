; input: records
; error: 7: 1 encodings follow where 2 are announced

1,65535,8,2;
3,1,1;
1,65535,17,3;
2,65533,2,1,7;
0,65534;
0,65534;
