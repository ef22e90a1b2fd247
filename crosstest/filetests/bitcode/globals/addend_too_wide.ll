; input: records
; error: 8: globals block: record 4: relocation addend 4294967296; expected 32 bits

65535,8,2;                  ; module
  1,1;                      ; version
  65535,19,2;               ; globals
    5,1;                    ; count
    4,0,4294967296;         ; relocation
  65534;
65534;
