; input: records
; error: 31: function block 0: record 44: a call cannot return type 11

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,12;                   ; count
    2;                      ; type 0: void
    7,1;                    ; type 1: i1
    7,8;                    ; type 2: i8
    7,16;                   ; type 3: i16
    7,32;                   ; type 4: i32
    7,64;                   ; type 5: i64
    3;                      ; type 6: float
    4;                      ; type 7: double
    12,4,1;                 ; type 8: <4 x i1>
    12,4,4;                 ; type 9: <4 x i32>
    12,4,6;                 ; type 10: <4 x float>
    21,0,4,4;               ; type 11: i32 (i32)
  65534;
  8,11,0,0,3;               ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,4;                  ; set type i32
      4,0;                  ; integer 0
      4,2;                  ; integer 1
      4,12;                 ; integer 6
      4,14;                 ; integer 7
    65534;
    44,0,6,11,6;            ; call indirect
  65534;
65534;
