; input: records
; error: 5: abbreviation indices of 33 bits; expected 2 to 16

65535,8,2;
65535,17,33;
65534;
65534;
