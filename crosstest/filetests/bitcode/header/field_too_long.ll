; input: bits
; error: 8:0: header: a header field runs past the 16 bytes that the header announces

"PEXE" 1:16 8:16 17:16 8:16 2:32 0:32
