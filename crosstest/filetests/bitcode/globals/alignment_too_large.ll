; input: records
; error: 8: globals block: record 0: alignment 31; expected 0 to 30 (logarithm plus one)

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,1;                    ; count
    0,31,0;                 ; @0: variable
  65534;
65534;
