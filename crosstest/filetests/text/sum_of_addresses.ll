; error: 4:16: `add` needs integers, or one address and one integer

define void @f(i32 %a) {
  %b = add i32 add (i32 ptrtoint (void (i32)* @f to i32), i32 ptrtoint (void (i32)* @f to i32)), 1
  ret void
}
