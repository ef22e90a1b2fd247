; error: f: b1: `v4 = phi i32 [v0, b0], [5, b0]`: different values, v0 and v3, for edges from b0

define i32 @f(i32 %a) {
entry:
  %c = icmp eq i32 %a, 0
  br i1 %c, label %end, label %end
end:
  %p = phi i32 [ %a, %entry ], [ 5, %entry ]
  ret i32 %p
}
