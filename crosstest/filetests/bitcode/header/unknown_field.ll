; input: bits
; error: 8:0: header: header field 3; expected only the PNaCl version (field 1)

"PEXE" 1:16 8:16 49:16 4:16 2:32
