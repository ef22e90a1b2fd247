; input: bits
; error: this is LLVM bitcode, not frozen PNaCl bitcode: run pnacl-freeze first

"BC" 0xc0:8 0xde:8 0:32
