; verify: abi
; error: f: b0: `v1 = load i32, v0, align 4`: i32 must not be accessed with alignment 4

define internal i32 @f(i32 %a) {
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 4
  ret i32 %r
}
