; input: records
; error: 5: `-1` is not a decimal number

65535,8,2;
1,-1;
65534;
