; input: bits
; error: 12:0: header: the file ends within the header

"PEXE" 1:16 8:16 17:16 4:16
