; input: records
; error: 17: function block 0, constants block: record 6: double constant record has 0 values; expected 1

65535,8,2;          ; module
  1,1;              ; version
  65535,17,2;       ; types
    1,3;
    2;              ; type 0: void
    4;              ; type 1: double
    21,0,0;         ; type 2: void ()
  65534;
  8,2,0,0,3;        ; @0: function
  65535,12,2;       ; function
    1,1;            ; blocks
    65535,11,2;     ; constants
      1,1;          ; set type double
      6;            ; float
    65534;
  65534;
65534;
