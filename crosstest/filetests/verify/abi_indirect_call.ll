; verify: abi
; error: f: b0: `call void v0 [sig1](i8 1)`: calls through a type that only intrinsics may have

define internal void @f(i32 %a) {
  %p = inttoptr i32 %a to void (i8)*
  call void %p(i8 1)
  ret void
}
