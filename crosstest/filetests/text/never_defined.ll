; error: 4:16: `%b` is never defined

define void @f(i32 %a) {
  %c = add i32 %b, 1
  ret void
}
