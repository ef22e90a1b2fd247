; input: records
; error: 17: globals block: record 2: more than 2147483648 bytes of global data

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,6;                    ; count
    0,30,0;                 ; @0: variable
    2,1;                    ; zeros
    0,30,0;                 ; @1: variable
    2,1;                    ; zeros
    0,30,0;                 ; @2: variable
    2,1;                    ; zeros
    0,30,0;                 ; @3: variable
    2,1;                    ; zeros
    0,30,0;                 ; @4: variable
    2,1;                    ; zeros
  65534;
65534;
