; input: records
; error: 5: a record of one number; expected an abbreviation and a code

1,65535,8,2;
3;
0,65534;
