; error: 4:20: expected a value of type i32, found `1.5`

define void @f(i32 %a) {
  %b = add i32 %a, 1.5
  ret void
}
