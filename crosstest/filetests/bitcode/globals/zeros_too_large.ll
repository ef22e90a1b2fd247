; input: records
; error: 8: globals block: record 2: 2147483649 bytes of zeros; at most 2147483648 bytes of data are supported

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,1;                    ; count
    2,2147483649;           ; zeros
  65534;
65534;
