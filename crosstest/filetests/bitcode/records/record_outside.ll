; input: records
; error: 6: a record outside of any block; expected 65535,8,2; or 1,65535,8,2; first

65535,8,2;
65534;
1,1;
