; error: 4:12: `noinline` is no flag of an instruction

define void @f(i32 %a) {
  %b = add noinline i32 %a, 1
  ret void
}
