; input: records
; error: 12: module block: out of order; expected types, function records, globals, symbols, function blocks, each kind once

65535,8,2;                  ; module
  1,1;                      ; version
  65535,17,2;               ; types
    1,3;                    ; count
    7,1;                    ; type 0: i1
    7,32;                   ; type 1: i32
    3;                      ; type 2: float
  65534;
  65535,17,2;               ; types
  65534;
65534;
