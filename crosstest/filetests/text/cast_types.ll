; error: 4:14: `trunc` does not convert this type to i64

define void @f(i32 %a) {
  %b = trunc i32 %a to i64
  ret void
}
