; error: 4:8: expected an instruction, found `5`

define void @f(i32 %a) {
  %p = 5
  ret void
}
