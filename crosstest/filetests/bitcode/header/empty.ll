; input: bits
; error: the input is empty

; no bits
