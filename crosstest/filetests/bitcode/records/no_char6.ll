; input: records
; error: 8: abbreviation 4 does not hold this record: 33 is not a letter, a digit, `.` or `_`

1,65535,8,2;
3,1,1;
1,65535,17,3;
2,65533,1,0,4;
4,33;
0,65534;
0,65534;
