; input: records
; error: 5: the file header is not written down; leave 65532 out

65535,8,2;
65532,80,69;
65534;
