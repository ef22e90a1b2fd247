; input: bits
; error: 26:4: module block: the block ends 32 bits before its announced length

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
1:2 8/8 2/4 (                        ; module
  3:2 1/6 1/6 1/6 0:2 align 0:32 )
