; error: 5:1: the last block has no terminator

define void @f(i32 %a) {
  %b = add i32 %a, 1
}
