; input: records
; error: 9: globals block: record 0: the previous global lacks 1 initializers

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,2;                    ; count
    0,1,0;                  ; @0: variable
    0,1,0;                  ; @1: variable
  65534;
65534;
