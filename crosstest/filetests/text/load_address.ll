; error: 4:18: an address must have type i32, not i64

define void @f(i32 %a) {
  %b = load i32, i64 5
  ret void
}
