; input: records
; error: 8: globals block: record 0: more globals than the announced 0

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,0;                    ; count
    0,1,0;                  ; @0: variable
  65534;
65534;
