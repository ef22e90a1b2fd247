; error: 4:16: `getelementptr` of constants is not in the PNaCl subset

define void @f(i32 %a) {
  %b = add i32 getelementptr (i32 1, i32 2), 1
  ret void
}
