; error: 4:17: a pointer and its integer form must have type i32, not i64

define void @f(i32 %a) {
  %p = inttoptr i64 5 to i8*
  ret void
}
