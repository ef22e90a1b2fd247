; error: 4:29: a pointer and its integer form must have type i32, not i64

define void @f(i32 %a) {
  %b = ptrtoint i8* null to i64
  ret void
}
