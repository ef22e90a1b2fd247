; input: records
; error: 15: function block 0: record 34: the record has 1 values; expected at least 2

65535,8,2;          ; module
  1,1;              ; version
  65535,17,2;       ; types
    1,3;
    2;              ; type 0: void
    7,32;           ; type 1: i32
    21,0,0,1;       ; type 2: void (i32)
  65534;
  8,2,0,0,3;        ; @0: function
  65535,12,2;       ; function
    1,1;            ; blocks
    34,0;            ; call
  65534;
65534;
