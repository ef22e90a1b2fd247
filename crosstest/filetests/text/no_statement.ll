; error: 5:3: expected an instruction, a label or `}`, found `5`

define void @f(i32 %a) {
  ret void
  5
}
