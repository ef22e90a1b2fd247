; error: 4:6: a condition must have type i1, not i32

define void @f(i32 %a) {
  br i32 %a, label %x, label %x
x:
  ret void
}
