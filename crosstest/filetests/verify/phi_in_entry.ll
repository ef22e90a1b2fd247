; error: f: b0: `v1 = phi i32 [v0, b0]`: a phi in the entry block
; error: f: b0: `v1 = phi i32 [v0, b0]`: 1 operands for 0 incoming edges

define i32 @f(i32 %a) {
entry:
  %p = phi i32 [ %a, %entry ]
  ret i32 %p
}
