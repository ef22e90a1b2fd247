; error: 3:28: two parameters have this name

define void @f(i32 %a, i32 %a) {
  ret void
}
