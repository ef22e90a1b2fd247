; Bytes behind the last field are skipped.
; input: bits
; error: 28:0: module block: no version record (1) so far; one must stand before the function blocks

"PEXE" 1:16 12:16 17:16 4:16 2:32 0:32
1:2 8/8 2/4 ( 0:2 )
