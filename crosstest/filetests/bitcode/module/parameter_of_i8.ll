; input: records
; error: 14: module block: record 8: a function may not take or return i8; expected i32, i64, float, double or a vector

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,5;                    ; count
    7,1;                    ; type 0: i1
    7,8;                    ; type 1: i8
    7,32;                   ; type 2: i32
    3;                      ; type 3: float
    21,0,2,1;               ; type 4: i32 (i8)
  65534;
  8,4,0,0,3;                ; @0: function
  65535,12,2;               ; function
  65534;
65534;
