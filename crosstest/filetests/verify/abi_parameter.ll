; verify: abi
; error: f: takes or returns a type that only intrinsics may

define internal void @f(i8 %a) {
  ret void
}
