; input: bits
; error: 8:0: header: the PNaCl version has type 0 and 4 bytes; expected type 1 and 4 bytes

"PEXE" 1:16 8:16 16:16 4:16 2:32
