; input: records
; error: 8: globals block: 0 globals, but 1 are announced

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,1;                    ; count
  65534;
65534;
