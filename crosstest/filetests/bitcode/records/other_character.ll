; input: records
; error: 5: `#` is neither a digit nor a comma

65535,8,2;
1 # version
65534;
