; input: records
; error: 17: function block 0: record 43: value 5 was declared as i32 and now as i8

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,4;                    ; count
    2;                      ; type 0: void
    7,8;                    ; type 1: i8
    7,32;                   ; type 2: i32
    21,0,0,2;               ; type 3: void (i32)
  65534;
  8,3,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    43,5,2;                 ; forward type
    43,5,1;                 ; forward type
  65534;
65534;
