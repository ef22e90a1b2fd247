; error: 4:16: no value has this type

define void @f(i32 %a) {
  call void @f([2 x i32] undef)
  ret void
}
