; input: records
; error: 16: function block 0: record 2: the record has 2 values; expected 3

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,4;                    ; count
    2;                      ; type 0: void
    3;                      ; type 1: float
    12,4,1;                 ; type 2: <4 x float>
    21,0,1,1,1;             ; type 3: float (float, float)
  65534;
  8,3,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    2,11,11;                ; binary
  65534;
65534;
