; error: 4:20: more than 4 GiB of stack

define void @f(i32 %a) {
  %p = alloca i64, i32 4294967295
  ret void
}
