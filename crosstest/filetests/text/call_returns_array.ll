; error: 4:8: no function can return this type

define void @f(i32 %a) {
  call [2 x i32] @f(i32 1)
  ret void
}
