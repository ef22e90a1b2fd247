; input: records
; error: 15: function block 0: record 11: the record has 2 values; expected 1 or 3

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
    11,0,0;          ; br
  65534;
65534;
