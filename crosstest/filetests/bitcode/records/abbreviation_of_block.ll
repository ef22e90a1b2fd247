; input: records
; error: 5: abbreviation 1 enters a block (code 65535); it is not for code 1

1,65535,8,2;
1,1,1;
0,65534;
