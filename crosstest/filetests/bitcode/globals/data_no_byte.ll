; input: records
; error: 8: globals block: record 3: a value above 255 in a data record; expected bytes

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,1;                    ; count
    3,256;                  ; data
  65534;
65534;
