; error: 4:39: the new lane must have type i32, not i64

define void @f(i32 %a) {
  %b = insertelement <4 x i32> undef, i64 1, i32 0
  ret void
}
