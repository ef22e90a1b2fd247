; input: records
; error: 23: function block 0: record 44: an argument of type i1; expected i32, i64, float, double or a vector

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,3;                    ; count
    7,1;                    ; type 0: i1
    7,32;                   ; type 1: i32
    21,0,1,1;               ; type 2: i32 (i32)
  65534;
  8,2,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,1;                  ; set type i32
      4,0;                  ; integer 0
      4,2;                  ; integer 1
      4,12;                 ; integer 6
      1,0;                  ; set type i1
      4,0;                  ; integer 0
    65534;
    44,0,6,1,1;             ; call indirect
  65534;
65534;
