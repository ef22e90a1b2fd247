; verify: abi
; error: puts: declared, but neither defined nor an intrinsic
; error: puts: external, but only _start may be

declare void @puts(i32)
