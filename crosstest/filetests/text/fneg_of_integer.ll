; error: 4:13: `fneg` does not work on i32

define void @f(i32 %a) {
  %c = fneg i32 %a
  ret void
}
