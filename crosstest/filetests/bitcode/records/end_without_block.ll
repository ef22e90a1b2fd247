; input: records
; error: 6: no block to end here

65535,8,2;
65534;
65534;
