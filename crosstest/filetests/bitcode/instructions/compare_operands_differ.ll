; input: records
; error: 25: function block 0: record 28: right operand has type double; expected float

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,6;                    ; count
    2;                      ; type 0: void
    7,32;                   ; type 1: i32
    3;                      ; type 2: float
    4;                      ; type 3: double
    12,4,2;                 ; type 4: <4 x float>
    21,0,0,1,2,2,3,4,4,4;   ; type 5: void (i32, float, float, double, <4 x float>, <4 x float>, <4 x float>)
  65534;
  8,5,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,1;                  ; set type i32
      4,0;                  ; integer 0
      4,8;                  ; integer 4
      4,3;                  ; integer -1
      4,2;                  ; integer 1
    65534;
    28,9,8,0;               ; compare
  65534;
65534;
