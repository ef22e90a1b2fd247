; input: bits
; error: 12:0: header: PNaCl version 3; expected 2

"PEXE" 1:16 8:16 17:16 4:16 3:32
