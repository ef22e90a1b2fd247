; input: records
; error: 16: function block 0: record 12: switch on type i1; expected i8, i16, i32 or i64

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,4;                    ; count
    2;                      ; type 0: void
    7,1;                    ; type 1: i1
    3;                      ; type 2: float
    21,0,0;                 ; type 3: void ()
  65534;
  8,3,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,2;                    ; blocks
    12,1,2,1,0;             ; switch
  65534;
65534;
