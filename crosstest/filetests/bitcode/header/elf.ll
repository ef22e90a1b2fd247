; input: bits
; error: neither frozen PNaCl bitcode (no PEXE at the start) nor text

0x7f:8 "ELF" 1:8
