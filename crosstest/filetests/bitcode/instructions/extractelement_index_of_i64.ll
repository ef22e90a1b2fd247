; input: records
; error: 23: function block 0: record 6: lane index has type i64; expected i32

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,5;                    ; count
    2;                      ; type 0: void
    7,64;                   ; type 1: i64
    3;                      ; type 2: float
    12,4,2;                 ; type 3: <4 x float>
    21,0,0,1,1,2,3,3,3,3;   ; type 4: void (i64, i64, float, <4 x float>, <4 x float>, <4 x float>, <4 x float>)
  65534;
  8,4,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,1;                  ; set type i64
      4,0;                  ; integer 0
      4,8;                  ; integer 4
      4,3;                  ; integer -1
    65534;
    6,7,10;                 ; extractelement
  65534;
65534;
