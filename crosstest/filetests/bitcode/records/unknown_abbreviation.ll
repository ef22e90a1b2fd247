; input: records
; error: 8: abbreviation 4 is not defined; this block has 0, numbered from 4

1,65535,8,2;
3,1,1;
1,65535,17,3;
3,1,1;
4,2;
0,65534;
0,65534;
