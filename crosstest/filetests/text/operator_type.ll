; error: 4:13: `fadd` does not work on i32

define void @f(i32 %a) {
  %b = fadd i32 %a, %a
  ret void
}
