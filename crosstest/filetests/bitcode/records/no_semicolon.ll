; input: records
; error: 5: no semicolon at the end of the record

65535,8,2;
1,1
65534;
