; input: records
; error: 11: globals block: record 2: more than 2147483648 bytes of global data

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,2;                    ; count
    0,1,0;                  ; @0: variable
    2,2147483648;           ; zeros
    0,1,0;                  ; @1: variable
    2,1;                    ; zeros
  65534;
65534;
