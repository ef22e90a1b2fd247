; input: records
; error: 18: function block 0, constants block: record 4: integer constant (rotated) 512 does not fit i8

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
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,1;                  ; set type i8
      4,512;                ; integer 256
    65534;
  65534;
65534;
