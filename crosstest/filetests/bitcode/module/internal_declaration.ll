; input: records
; error: 11: module block: record 8: an internal function must be defined

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,2;                    ; count
    3;                      ; type 0: float
    21,0,0,0;               ; type 1: float (float)
  65534;
  8,1,0,1,3;                ; @0: declared
65534;
