; input: records
; error: 8: abbreviation 4 does not hold this record: its array is not the second to last encoding

1,65535,8,2;
3,1,1;
1,65535,17,3;
2,65533,1,0,3;
4,2;
0,65534;
0,65534;
