; input: records
; error: 7: symbol table block: record 1: symbol table entry without a value

65535,8,2;                  ; module
  1,1;                      ; version
  65535,14,2;               ; symbol table
    1;
  65534;
65534;
