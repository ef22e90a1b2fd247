; input: bits
; error: 26:4: module block: the types block announces 4000 bytes, but only 4 follow

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
1:2 8/8 2/4 (                        ; module
  3:2 1/6 1/6 1/6                    ; version 1
  1:2 17/8 2/4 align 1000:32         ; types, 1000 words
  0:2 )
