; input: records
; error: 8: abbreviation 4 does not hold this record: 8 stands where the literal 7 has to

1,65535,8,2;
3,1,1;
1,65535,17,3;
2,65533,1,1,7;
4,8;
0,65534;
0,65534;
