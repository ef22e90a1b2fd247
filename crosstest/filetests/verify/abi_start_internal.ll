; verify: abi
; error: _start: _start must be external

define internal void @_start(i32 %a) {
  ret void
}
