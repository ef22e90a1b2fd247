; input: bits
; error: 12:0: header: PNaCl version 1, from before the format was frozen; no released browser ran it; expected 2

"PEXE" 1:16 8:16 17:16 4:16 1:32
