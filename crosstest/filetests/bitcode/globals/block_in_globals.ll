; input: records
; error: 8: globals block: a block inside the globals block

65535,8,2;    ; module
  1,1;        ; version
  65535,19,2;
    5,0;
    65535,17,2;
    65534;
  65534;
65534;
