; input: records
; error: 7: encoding 8; expected fixed (1), vbr (2), array (3) or char6 (4)

1,65535,8,2;
3,1,1;
1,65535,17,3;
2,65533,1,0,8;
0,65534;
0,65534;
