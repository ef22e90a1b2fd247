; input: records
; error: 6: abbreviation 4 does not fit into this block's indices of 2 bits

1,65535,8,2;
3,1,1;
4,7;
0,65534;
