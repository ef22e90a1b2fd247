; input: bits
; error: 36:0: types block: record 1: the block's bits end within this record; expected the end of the block

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
1:2 8/8 2/4 (                        ; module
  3:2 1/6 1/6 1/6                    ; version 1
  1:2 17/8 2/4 (                     ; types
    3:2 1/6 1/6 63:6 63:6 63:6 )     ; a number that goes on
  0:2 )
