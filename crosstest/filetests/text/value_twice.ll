; error: 5:3: this value is defined twice

define void @f(i32 %a) {
  %b = add i32 %a, 1
  %b = add i32 %a, 2
  ret void
}
