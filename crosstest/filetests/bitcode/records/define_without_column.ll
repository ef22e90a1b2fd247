; input: records
; error: 5: abbreviations cannot be defined in the form without an abbreviation column

65535,8,2;
65533,1,1,7;
65534;
