; input: bits
; error: 28:0: data after the module block; expected the end of the file

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
1:2 8/8 2/4 (                        ; module
  3:2 1/6 1/6 1/6 0:2 )
1:8
