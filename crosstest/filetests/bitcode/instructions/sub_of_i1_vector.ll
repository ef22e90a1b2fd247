; input: records
; error: 26: function block 0: record 2: sub is not allowed for type <4 x i1>

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,7;                    ; count
    2;                      ; type 0: void
    7,1;                    ; type 1: i1
    7,32;                   ; type 2: i32
    3;                      ; type 3: float
    12,4,1;                 ; type 4: <4 x i1>
    12,4,3;                 ; type 5: <4 x float>
    21,0,0,2,3,3,4,5,5,4;   ; type 6: void (i32, float, float, <4 x i1>, <4 x float>, <4 x float>, <4 x i1>)
  65534;
  8,6,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,2;                  ; set type i32
      4,0;                  ; integer 0
      4,8;                  ; integer 4
      4,3;                  ; integer -1
      4,2;                  ; integer 1
    65534;
    2,5,5,1;                ; sub
  65534;
65534;
