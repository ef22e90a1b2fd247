; input: bits
; error: 16:0: module block: the module block announces 17179869180 bytes, but only 4 follow

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
1:2 8/8 2/4 align 0xffffffff:32      ; module
  3:2 1/6 1/6 1/6 0:2 align
