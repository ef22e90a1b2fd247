; input: records
; error: 27: function block 0, constants block: record 1: type 18446744073709551615 is not a type of values

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,14;                   ; count
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
    21,0,0;                 ; type 11: void ()
    21,0,0,4,4,4,4,1;       ; type 12: void (i32, i32, i32, i32, i1)
    21,0,4,4,4;             ; type 13: i32 (i32, i32)
  65534;
  8,11,0,0,3;               ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,18446744073709551615; ; set type ?
    65534;
  65534;
65534;
