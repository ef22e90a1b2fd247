; input: records
; error: 10: globals block: 1 globals, but 4000000000 are announced

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,4000000000;           ; count
    0,1,0;                  ; @0: variable
    2,1;                    ; zeros
  65534;
65534;
