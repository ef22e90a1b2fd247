; error: 4:20: expected a value of type i32, found `=`

define void @f(i32 %a) {
  %b = add i32 %a, =
  ret void
}
