; input: records
; error: 8: globals block: record 5: a second count

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,0;                    ; count
    5,0;                    ; count
  65534;
65534;
