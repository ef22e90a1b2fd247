; input: bits
; error: 16:0: header: a second PNaCl version field

"PEXE" 2:16 16:16 17:16 4:16 2:32 17:16 4:16 2:32
