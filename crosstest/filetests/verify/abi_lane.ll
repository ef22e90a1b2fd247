; verify: abi
; error: f: b0: `v2 = extractelement <4 x i32> v0, i32 v1`: the lane number is not a constant

define internal i32 @f(<4 x i32> %a, i32 %n) {
  %r = extractelement <4 x i32> %a, i32 %n
  ret i32 %r
}
