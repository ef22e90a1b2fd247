; verify: abi
; error: g: an external global

@g = global i32 0, align 4
