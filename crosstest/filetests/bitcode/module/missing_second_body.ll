; input: records
; error: 21: module block: the module ends without a body for function f1

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,6;                    ; count
    2;                      ; type 0: void
    7,1;                    ; type 1: i1
    7,16;                   ; type 2: i16
    7,32;                   ; type 3: i32
    3;                      ; type 4: float
    21,0,0;                 ; type 5: void ()
  65534;
  8,5,0,0,3;                ; @0: function
  8,5,0,0,3;                ; @1: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    15;                     ; unreachable
  65534;
65534;
