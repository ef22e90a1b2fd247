; input: records
; error: 11: globals block: the previous global lacks 18446744073709551614 initializers

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,1;                    ; count
    0,1,0;                  ; @0: variable
    1,18446744073709551615; ; compound
    2,1;                    ; zeros
  65534;
65534;
