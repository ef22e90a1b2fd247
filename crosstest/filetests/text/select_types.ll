; error: 4:31: the second choice must have type i32, not i64

define void @f(i32 %a) {
  %c = select i1 true, i32 1, i64 2
  ret void
}
