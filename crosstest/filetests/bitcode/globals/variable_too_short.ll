; input: records
; error: 8: globals block: record 0: global variable record has 1 values; expected 2

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,1;                    ; count
    0,1;                    ; @0: variable
  65534;
65534;
