; input: records
; error: 9: globals block: record 1: a compound initializer of nothing; expected at least 1 piece

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,1;                    ; count
    0,1,0;                  ; @0: variable
    1,0;                    ; compound
  65534;
65534;
