; input: records
; error: 20: function block 0: record 44: the types block has no function type for this indirect call's result and arguments

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,2;                    ; count
    7,32;                   ; type 0: i32
    21,0,0,0,0;             ; type 1: i32 (i32, i32)
  65534;
  8,1,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,0;                  ; set type i32
      4,0;                  ; integer 0
      4,2;                  ; integer 1
      4,12;                 ; integer 6
    65534;
    44,0,6,0;               ; call indirect
  65534;
65534;
