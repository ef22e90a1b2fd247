; input: records
; error: 5: abbreviation 0 ends a block (code 65534); it is not for code 1

1,65535,8,2;
0,1,1;
0,65534;
