; error: 4:16: `ptrtoint` cannot make a constant of type i64 from one of type i32

define void @f(i32 %a) {
  %b = add i64 ptrtoint (void (i32)* @f to i64), 1
  ret void
}
