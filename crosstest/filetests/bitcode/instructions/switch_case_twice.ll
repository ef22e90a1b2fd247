; input: records
; error: 20: function block 0: record 12: switch case 255 occurs twice

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,4;                    ; count
    2;                      ; type 0: void
    7,8;                    ; type 1: i8
    3;                      ; type 2: float
    21,0,0;                 ; type 3: void ()
  65534;
  8,3,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,2;                    ; blocks
    65535,11,2;             ; constants
      1,1;                  ; set type i8
      4,2;                  ; integer 1
    65534;
    12,1,1,1,2,1,1,3,1,1,1,510,1; ; switch
  65534;
65534;
