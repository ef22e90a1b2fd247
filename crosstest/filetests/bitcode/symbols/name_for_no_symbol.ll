; input: records
; error: 20: symbol table block: record 1: a name for value 2; there are 2 functions and globals

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,4;                    ; count
    7,1;                    ; type 0: i1
    7,32;                   ; type 1: i32
    3;                      ; type 2: float
    21,0,0;                 ; type 3: i1 ()
  65534;
  8,3,0,0,0;                ; @0: function
  65535,19,2;               ; globals
    5,1;                    ; count
    0,1,0;                  ; @1: variable
    2,4;                    ; zeros
  65534;
  65535,14,2;               ; symbol table
    1,2,120;                ; 2 is called `x`
  65534;
65534;
