; error: 4:30: expected type i32, found i64

define void @f(i32 %a) {
  %b = add <4 x i32> <i32 1, i64 2, i32 3, i32 4>, zeroinitializer
  ret void
}
