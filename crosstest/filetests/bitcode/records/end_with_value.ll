; input: records
; error: 5: 65534 has no values

65535,8,2;
65534,1;
