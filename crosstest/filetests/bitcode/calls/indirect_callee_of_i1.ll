; input: records
; error: 19: function block 0: record 44: callee has type i1; expected i32

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,3;                    ; count
    7,1;                    ; type 0: i1
    3;                      ; type 1: float
    21,0,1,1;               ; type 2: float (float)
  65534;
  8,2,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,0;                  ; set type i1
      4,0;                  ; integer 0
    65534;
    44,0,1,1,6;             ; call indirect
  65534;
65534;
