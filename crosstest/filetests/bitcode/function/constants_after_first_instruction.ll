; input: records
; error: 16: function block 0: constants after the first instruction

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,3;                    ; count
    2;                      ; type 0: void
    3;                      ; type 1: float
    21,0,0,1,1,1,1,1;       ; type 2: void (float, float, float, float, float)
  65534;
  8,2,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    10;                     ; ret
    65535,11,2;             ; constants
    65534;
  65534;
65534;
