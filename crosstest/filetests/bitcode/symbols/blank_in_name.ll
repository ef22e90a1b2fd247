; input: records
; error: 7: symbol table block: record 1: a symbol's name must be graphic ASCII characters

65535,8,2;                  ; module
  1,1;                      ; version
  65535,14,2;               ; symbol table
    1,0,321;                ; 0 is called `?`
  65534;
65534;
