; error: 4:13: this function's type is void (i32)

define void @f(i32 %a) {
  call void @f(i64 1)
  ret void
}
