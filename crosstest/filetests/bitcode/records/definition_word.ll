; input: records
; error: 7: an encoding starts with 1 (a literal) or 0

1,65535,8,2;
3,1,1;
1,65535,17,3;
2,65533,1,2,7;
0,65534;
0,65534;
