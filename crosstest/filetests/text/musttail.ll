; error: 4:3: `musttail` is not in the PNaCl subset: no call is sure to reuse its caller's frame

define void @f(i32 %a) {
  musttail call void @f(i32 %a)
  ret void
}
