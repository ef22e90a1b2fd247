; input: bits
; error: 16:0: header: the header's fields end here, but it announces 20 bytes

"PEXE" 1:16 12:16 17:16 4:16 2:32 0:32
