; input: records
; error: 7: the definition ends within an encoding

1,65535,8,2;
3,1,1;
1,65535,17,3;
2,65533,1,0,1;
0,65534;
0,65534;
