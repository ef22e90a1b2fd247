; input: records
; error: 22: function block 0: record 2: add is not allowed for type i1

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,5;                    ; count
    2;                      ; type 0: void
    7,1;                    ; type 1: i1
    3;                      ; type 2: float
    12,4,2;                 ; type 3: <4 x float>
    21,0,0,2,2,2,3,3,3,3;   ; type 4: void (float, float, float, <4 x float>, <4 x float>, <4 x float>, <4 x float>)
  65534;
  8,4,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    65535,11,2;             ; constants
      1,1;                  ; set type i1
      4,3;                  ; integer -1
      4,2;                  ; integer 1
    65534;
    2,2,2,0;                ; add
  65534;
65534;
