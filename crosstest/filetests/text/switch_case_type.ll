; error: 4:29: a case must have type i32, not i64

define void @f(i32 %a) {
  switch i32 %a, label %x [ i64 1, label %x ]
x:
  ret void
}
