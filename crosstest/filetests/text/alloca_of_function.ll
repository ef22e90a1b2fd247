; error: 4:15: this type has no size, or one beyond 4 GiB

define void @f(i32 %a) {
  %p = alloca i32 (i32)
  ret void
}
