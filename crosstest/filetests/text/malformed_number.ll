; error: 4:20: malformed number

define void @f(i32 %a) {
  %b = add i32 %a, 12abc
  ret void
}
