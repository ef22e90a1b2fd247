; error: 6:16: expected `[`, found `%a`

define void @f(i32 %a) {
  br label %x
x:
  %p = phi i32 %a, %x
  ret void
}
