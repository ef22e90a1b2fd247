; input: records
; error: 8: globals block: record 2: an initializer without a variable

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,1;                    ; count
    2,1;                    ; zeros
  65534;
65534;
