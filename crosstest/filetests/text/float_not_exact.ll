; error: 4:19: no float has exactly this value

define void @f(i32 %a) {
  %b = fadd float 0x3FB999999999999A, 1.0
  ret void
}
