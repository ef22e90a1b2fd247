; input: records
; error: 19: module block: symbol table block after the function blocks

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,5;                    ; count
    2;                      ; type 0: void
    7,1;                    ; type 1: i1
    7,32;                   ; type 2: i32
    3;                      ; type 3: float
    21,0,0;                 ; type 4: void ()
  65534;
  8,4,0,0,3;                ; @0: function
  65535,12,2;               ; function
    1,1;                    ; blocks
    10;                     ; ret
  65534;
  65535,14,2;               ; symbol table
  65534;
65534;
