; error: 4:16: an address must have type i32, not i64

define void @f(i32 %a) {
  store i32 1, i64 5
  ret void
}
