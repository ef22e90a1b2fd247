; input: records
; error: 8: abbreviation 4 does not hold this record: it has 2 values with the code, not 1

1,65535,8,2;
3,1,1;
1,65535,17,3;
2,65533,2,1,7,0,1,8;
4,7;
0,65534;
0,65534;
