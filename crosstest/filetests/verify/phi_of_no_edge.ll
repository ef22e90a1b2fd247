; error: f: b2: `v1 = phi i32 [v0, b0]`: an operand too many for b0

define i32 @f(i32 %a) {
entry:
  br label %next
next:
  br label %end
end:
  %p = phi i32 [ %a, %entry ]
  ret i32 %p
}
