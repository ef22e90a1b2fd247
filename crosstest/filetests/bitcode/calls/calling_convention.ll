; input: records
; error: 14: function block 0: record 34: calling convention 2; expected 0 (C) or 1 (C, tail call)

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
    34,2,10,6;              ; call
  65534;
65534;
