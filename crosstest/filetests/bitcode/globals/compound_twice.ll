; input: records
; error: 8: globals block: record 1: a compound initializer must directly follow its variable

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,1;                    ; count
    1,2;                    ; compound
  65534;
65534;
