; input: records
; error: 7: globals block: record 0: expected the number of globals (5) first

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    0,1,0;                  ; @0: variable
  65534;
65534;
