; input: bits
; error: 24:0: module block: no version record (1) so far; one must stand before the function blocks

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
1:2 8/8 2/4 ( 0:2 )
