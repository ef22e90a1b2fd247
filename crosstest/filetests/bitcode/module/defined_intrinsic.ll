; input: records
; error: 14: module block: record 8: `llvm.trap` is defined, but only intrinsics may have such a name

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,5;                    ; count
    7,1;                    ; type 0: i1
    7,16;                   ; type 1: i16
    7,32;                   ; type 2: i32
    3;                      ; type 3: float
    21,0,2,2;               ; type 4: i32 (i32)
  65534;
  8,4,0,0,3;                ; @0: function
  65535,14,2;               ; symbol table
    1,0,108,108,118,109,46,116,114,97,112; ; 0 is called `llvm.trap`
  65534;
  65535,12,2;               ; function
  65534;
65534;
