; error: 4:19: the number of elements must have type i32, not i64

define void @f(i32 %a) {
  %p = alloca i8, i64 4
  ret void
}
