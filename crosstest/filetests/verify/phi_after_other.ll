; error: f: b1: `v3 = phi i32 [v0, b0]`: a phi after an instruction that is none

define i32 @f(i32 %a) {
entry:
  br label %next
next:
  %b = add i32 %a, 1
  %p = phi i32 [ %a, %entry ]
  ret i32 %p
}
