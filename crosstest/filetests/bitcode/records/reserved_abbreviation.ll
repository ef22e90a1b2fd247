; input: records
; error: 5: abbreviation 2 defines an abbreviation (code 65533); it is not for code 1

1,65535,8,2;
2,1,1;
0,65534;
