; input: bits
; error: 8:0: header: no PNaCl version field

"PEXE" 0:16 0:16 0:32
