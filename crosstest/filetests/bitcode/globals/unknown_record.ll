; input: records
; error: 8: globals block: record 9: unknown record code; expected variable (0), compound (1), zero fill (2), data (3) or relocation (4)

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,1;                    ; count
    9;
  65534;
65534;
