; error: 4:20: expected `to`, found `i64`

define void @f(i32 %a) {
  %b = zext i32 %a i64
  ret void
}
