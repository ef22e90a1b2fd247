; input: bits
; error: 16:0: expected the module block: the block's bits end within this record; expected the end of the block

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
