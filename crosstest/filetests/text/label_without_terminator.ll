; error: 5:1: the block before this label has no terminator

define void @f(i32 %a) {
  %b = add i32 %a, 1
next:
  ret void
}
