; input: bits
; error: 16:0: expected the module block

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
3:2 1/6 1/6 1/6 align
