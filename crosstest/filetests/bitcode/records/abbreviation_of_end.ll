; input: records
; error: 5: code 65534 has abbreviation 0, not 3

1,65535,8,2;
3,65534;
