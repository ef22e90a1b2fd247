; error: f: b2: `v3 = phi i32 [v0, b0]`: 1 operands for 2 incoming edges

define i32 @f(i32 %a) {
entry:
  %c = icmp eq i32 %a, 0
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %p = phi i32 [ %a, %entry ]
  ret i32 %p
}
