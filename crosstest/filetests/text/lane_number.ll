; error: 5:40: a lane number must have type i32, not i64

define void @f(i32 %a) {
  %n = zext i32 %a to i64
  %b = extractelement <4 x i32> undef, i64 %n
  ret void
}
