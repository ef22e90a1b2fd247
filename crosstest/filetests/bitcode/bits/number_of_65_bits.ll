; input: bits
; error: 24:0: module block: record 1: integer of more than 64 bits

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
1:2 8/8 2/4 (                        ; module
  3:2 1/6 1/6 63:6 63:6 63:6 63:6 63:6 63:6 63:6 63:6 63:6 63:6 63:6 63:6 63:6 1:6
  0:2 )
