; error: 4:3: this instruction has no result

define void @f(i32 %a) {
  %b = ret void
}
