; input: records
; error: 5: module block: record 2: unknown record code; expected version (1) or function (8)

65535,8,2;                  ; module
  2;
65534;
