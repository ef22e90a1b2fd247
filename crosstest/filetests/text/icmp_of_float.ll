; error: 4:16: `icmp` does not work on float

define void @f(i32 %a) {
  %c = icmp eq float 1.0, 2.0
  ret void
}
