; input: bits
; error: 38:0: types block: the record is empty; expected a record code

"PEXE" 1:16 8:16 17:16 4:16 2:32     ; the file header
1:2 8/8 2/4 (                        ; module
  3:2 1/6 1/6 1/6                    ; version 1
  1:2 17/8 3/4 (                     ; types
    2:3 2/5 0:1 3:3 0:1 4:3          ; define: array of char6
    4:3 0/6                          ; by it, an array of nothing
    0:3 )
  0:2 )
