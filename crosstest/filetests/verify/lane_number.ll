; error: f: b0: `v2 = extractelement <4 x i32> v0, i32 4`: <4 x i32> has no lane 4

define i32 @f(<4 x i32> %a) {
  %b = extractelement <4 x i32> %a, i32 4
  ret i32 %b
}
