; error: 4:16: `%a` has type i32, not i64

define void @f(i32 %a) {
  %b = add i64 %a, 1
  ret void
}
