; error: 4:13: expected a predicate, found `i32`

define void @f(i32 %a) {
  %c = icmp i32 %a, 1
  ret void
}
