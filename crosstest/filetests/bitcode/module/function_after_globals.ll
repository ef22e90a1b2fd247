; input: records
; error: 8: module block: record 8: out of order; expected types, function records, globals, symbols, function blocks, each kind once

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
  65534;
  8,11,0,0,3;               ; @0: function
65534;
