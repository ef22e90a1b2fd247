; input: bits
; error: 4:0: header: the file ends within the header

"PEXE"
