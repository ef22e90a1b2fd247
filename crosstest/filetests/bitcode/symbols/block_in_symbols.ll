; input: records
; error: 7: symbol table block: a block inside the symbol table

65535,8,2;                  ; module
  1,1;                      ; version
  65535,14,2;               ; symbol table
    65535,14,2;             ; symbol table
    65534;
  65534;
65534;
