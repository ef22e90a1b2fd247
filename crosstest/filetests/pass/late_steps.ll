; A loop counter that is stepped between the comparison and its branch.
; run: @step_and_flags(i32 3) -> i32 6

define i32 @step_and_flags(i32 %n) {
entry:
  %count = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ -1, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %sum = add i32 %s, %i
  %next = add i32 %i, 1
  %more = icmp slt i32 %i, %count
  br i1 %more, label %loop, label %end
end:
  %r = add i32 %sum, 1
  ret i32 %r
}
