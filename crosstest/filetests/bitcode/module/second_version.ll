; input: records
; error: 6: module block: record 1: out of order; expected version, abbreviations, types, function records, globals, symbols, function blocks

65535,8,2;                  ; module
  1,1;                      ; version
  1,1;                      ; version
65534;
