; input: records
; error: 18: function block 0, constants block: record 4: integer constant of type <4 x i32>

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,4;                    ; count
    2;                      ; type 0: void
    7,32;                   ; type 1: i32
    12,4,1;                 ; type 2: <4 x i32>
    21,0,1,1,1;             ; type 3: i32 (i32, i32)
  65534;
  8,3,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,2;                  ; set type <4 x i32>
      4,2;                  ; integer 1
    65534;
  65534;
65534;
