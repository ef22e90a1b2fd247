; input: records
; error: 5: no number after the comma

65535,8,2;
1,;
65534;
