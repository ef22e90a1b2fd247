; input: records
; error: 24: function block 0: record 7: the inserted element has type float; expected i32

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,6;                    ; count
    2;                      ; type 0: void
    7,32;                   ; type 1: i32
    3;                      ; type 2: float
    12,4,1;                 ; type 3: <4 x i32>
    12,4,2;                 ; type 4: <4 x float>
    21,0,0,1,2,2,3,3,4,3;   ; type 5: void (i32, float, float, <4 x i32>, <4 x i32>, <4 x float>, <4 x i32>)
  65534;
  8,5,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,1;                  ; set type i32
      4,0;                  ; integer 0
      4,8;                  ; integer 4
      4,3;                  ; integer -1
    65534;
    7,7,9,4;                ; insertelement
  65534;
65534;
