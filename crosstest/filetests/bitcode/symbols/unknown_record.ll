; input: records
; error: 7: symbol table block: record 2: unknown record code; expected entry (1)

65535,8,2;                  ; module
  1,1;                      ; version
  65535,14,2;               ; symbol table
    2,0,65;                 ; block 0 is called `A`
  65534;
65534;
