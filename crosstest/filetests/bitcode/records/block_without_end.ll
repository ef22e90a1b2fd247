; input: records
; error: 4: block 8 is entered here and never ends; expected 65534

65535,8,2;
65535,17,2;
65534;
