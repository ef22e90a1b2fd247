; input: bits
; error: 36:0: types block: abbreviation 4 is not defined; this block has 0, numbered from 4

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
1:2 8/8 2/4 (                        ; module
  3:2 1/6 1/6 1/6                    ; version 1
  1:2 17/8 3/4 (                     ; types
    4:3                              ; a record by abbreviation 4
    0:3 )
  0:2 )
