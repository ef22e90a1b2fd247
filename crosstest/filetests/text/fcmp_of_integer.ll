; error: 4:17: `fcmp` does not work on i32

define void @f(i32 %a) {
  %c = fcmp oeq i32 %a, 2
  ret void
}
