; error: 4:4: a name that starts with a digit must be quoted

define void @f(i32 %a) {
  %1x = add i32 1, 2
  ret void
}
