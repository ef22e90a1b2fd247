; error: 4:19: expected `,`, found `1`

define void @f(i32 %a) {
  %b = add i32 %a 1
  ret void
}
