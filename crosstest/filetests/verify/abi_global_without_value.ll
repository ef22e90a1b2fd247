; verify: abi
; error: g: an external global
; error: g: has no initial value

@g = external global i32
