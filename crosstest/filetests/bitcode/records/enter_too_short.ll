; input: records
; error: 5: 65535 with 1 values; expected a block number and the bits of an abbreviation index

65535,8,2;
65535,17;
65534;
65534;
