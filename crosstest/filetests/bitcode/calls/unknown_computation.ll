; input: records
; error: 28: function block 0: record 34: argument 0 of llvm.nacl.atomic.rmw.i32 is 0; expected a computation, 1 to 6

65535,8,2;          ; module
  1,1;              ; version
  65535,17,2;       ; types
    1,4;
    2;              ; type 0: void
    7,32;           ; type 1: i32
    21,0,0,1;       ; type 2: void (i32)
    21,0,1,1,1,1,1; ; type 3: i32 (i32, i32, i32, i32)
  65534;
  8,2,0,0,3;        ; @0: function
  8,3,0,1,0;        ; @1: declared
  65535,19,2;
    5,0;
  65534;
  65535,14,2;       ; symbol table
    1,1,108,108,118,109,46,110,97,99,108,46,97,116,111,109,105,99,46,114,109,119,46,105,51,50;
  65534;
  65535,12,2;       ; function
    1,1;            ; blocks
    65535,11,2;     ; constants
      1,1;          ; set type i32
      4,0;          ; value 3: 0
      4,12;         ; value 4: 6
    65534;
    34,0,4,2,3,2,1; ; call of @1 with 0, the argument, 0, 6
    10;             ; ret
  65534;
65534;
