; input: records
; error: 38: function block 0: record 34: argument has type i32; expected i1

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,7;                    ; count
    2;                      ; type 0: void
    7,1;                    ; type 1: i1
    7,32;                   ; type 2: i32
    3;                      ; type 3: float
    21,0,2,2;               ; type 4: i32 (i32)
    21,0,0,2,2,2,2,1;       ; type 5: void (i32, i32, i32, i32, i1)
    21,0,2,2,2;             ; type 6: i32 (i32, i32)
  65534;
  8,4,0,0,3;                ; @0: function
  8,5,0,1,0;                ; @1: declared
  8,6,0,1,0;                ; @2: declared
  65535,19,2;               ; globals
    5,1;                    ; count
    0,3,0;                  ; @3: variable
    2,4;                    ; zeros
  65534;
  65535,14,2;               ; symbol table
    1,1,108,108,118,109,46,109,101,109,99,112,121,46,112,48,105,56,46,112,48,105,56,46,105,51,50; ; 1 is called `llvm.memcpy.p0i8.p0i8.i32`
    1,2,108,108,118,109,46,110,97,99,108,46,97,116,111,109,105,99,46,108,111,97,100,46,105,51,50; ; 2 is called `llvm.nacl.atomic.load.i32`
  65534;
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,2;                  ; set type i32
      4,0;                  ; integer 0
      4,2;                  ; integer 1
      4,12;                 ; integer 6
      4,14;                 ; integer 7
      4,0;                  ; integer 0
    65534;
    34,0,9,6,6,6,4,6;       ; call
  65534;
65534;
