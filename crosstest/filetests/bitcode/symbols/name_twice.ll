; input: records
; error: 16: symbol table block: record 1: the name `x` is given twice

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
  65535,14,2;               ; symbol table
    1,0,120;                ; 0 is called `x`
    1,1,120;                ; 1 is called `x`
  65534;
65534;
