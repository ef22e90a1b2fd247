; input: bits
; error: 16:0: types block; expected the module block

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
1:2 17/8 2/4 (                       ; types
  0:2 )
