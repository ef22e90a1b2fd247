; error: 4:15: this number does not fit into i8

define void @f(i32 %a) {
  %b = add i8 256, 1
  ret void
}
