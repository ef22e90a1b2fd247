; input: records
; error: 10: types block: record 21: this function type is defined twice

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,3;                    ; count
    2;                      ; type 0: void
    21,0,0;                 ; type 1: void ()
    21,0,0;                 ; type 2: void ()
  65534;
65534;
