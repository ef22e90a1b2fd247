; input: records
; error: 8: abbreviation 4 does not hold this record: it has a field of 65 bits; expected at most 32

1,65535,8,2;
3,1,1;
1,65535,17,3;
2,65533,1,0,1,65;
4,8;
0,65534;
0,65534;
