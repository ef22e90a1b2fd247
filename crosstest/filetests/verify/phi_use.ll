; error: f: b3: `v5 = phi i32 [v0, b1], [v4, b2]`: uses v4, whose definition in b1 does not dominate the use in b2

define i32 @f(i32 %a) {
entry:
  %c = icmp eq i32 %a, 0
  br i1 %c, label %yes, label %no
yes:
  %b = add i32 %a, 1
  br label %end
no:
  br label %end
end:
  %r = phi i32 [ %a, %yes ], [ %b, %no ]
  ret i32 %r
}
