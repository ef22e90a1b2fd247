; input: records
; error: 14: function block 0: record 44: the record has 2 values; expected at least 3

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,2;                    ; count
    3;                      ; type 0: float
    21,0,0,0,0;             ; type 1: float (float, float)
  65534;
  8,1,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    44,0,6;                 ; call indirect
  65534;
65534;
