; error: 4:19: expected a value of type float, found `1`

define void @f(i32 %a) {
  %b = fadd float 1, 1.0
  ret void
}
