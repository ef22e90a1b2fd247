; What is compared with zero was computed by an operation that may overflow: its flags say whether the result is zero or negative, and no
; more. What reads them stands behind instructions that leave them alone: numbers that are chosen, and a result that is needed as well.
; edges: @add_sgt @add_sgt_needed @add_sgt_twice @add_sle @add_sle_needed @add_sle_twice
; edges: @add_slt @add_slt_needed @add_slt_twice @add_sge @add_sge_needed @add_sge_twice
; edges: @add_ugt @add_ugt_needed @add_ugt_twice @add_eq @add_eq_needed @add_eq_twice
; edges: @sub_sgt @sub_sgt_needed @sub_sgt_twice @sub_sle @sub_sle_needed @sub_sle_twice
; edges: @sub_slt @sub_slt_needed @sub_slt_twice @sub_sge @sub_sge_needed @sub_sge_twice
; edges: @sub_ugt @sub_ugt_needed @sub_ugt_twice @sub_eq @sub_eq_needed @sub_eq_twice
; edges: @and_sgt @and_sgt_needed @and_sgt_twice @and_sle @and_sle_needed @and_sle_twice
; edges: @and_slt @and_slt_needed @and_slt_twice @and_sge @and_sge_needed @and_sge_twice
; edges: @and_ugt @and_ugt_needed @and_ugt_twice @and_eq @and_eq_needed @and_eq_twice
; edges: @shl_sgt @shl_sgt_needed @shl_sgt_twice @shl_sle @shl_sle_needed @shl_sle_twice
; edges: @shl_slt @shl_slt_needed @shl_slt_twice @shl_sge @shl_sge_needed @shl_sge_twice
; edges: @shl_ugt @shl_ugt_needed @shl_ugt_twice @shl_eq @shl_eq_needed @shl_eq_twice
define i32 @add_sgt(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp sgt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @add_sgt_needed(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp sgt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @add_sgt_twice(i32 %x, i32 %y) {
entry:
  %d = add i32 %x, %y
  %c = icmp sgt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @add_sle(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp sle i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @add_sle_needed(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp sle i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @add_sle_twice(i32 %x, i32 %y) {
entry:
  %d = add i32 %x, %y
  %c = icmp sle i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @add_slt(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp slt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @add_slt_needed(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp slt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @add_slt_twice(i32 %x, i32 %y) {
entry:
  %d = add i32 %x, %y
  %c = icmp slt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @add_sge(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp sge i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @add_sge_needed(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp sge i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @add_sge_twice(i32 %x, i32 %y) {
entry:
  %d = add i32 %x, %y
  %c = icmp sge i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @add_ugt(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp ugt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @add_ugt_needed(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp ugt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @add_ugt_twice(i32 %x, i32 %y) {
entry:
  %d = add i32 %x, %y
  %c = icmp ugt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @add_eq(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp eq i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @add_eq_needed(i32 %x, i32 %y) {
  %d = add i32 %x, %y
  %c = icmp eq i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @add_eq_twice(i32 %x, i32 %y) {
entry:
  %d = add i32 %x, %y
  %c = icmp eq i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @sub_sgt(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp sgt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @sub_sgt_needed(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp sgt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @sub_sgt_twice(i32 %x, i32 %y) {
entry:
  %d = sub i32 %x, %y
  %c = icmp sgt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @sub_sle(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp sle i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @sub_sle_needed(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp sle i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @sub_sle_twice(i32 %x, i32 %y) {
entry:
  %d = sub i32 %x, %y
  %c = icmp sle i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @sub_slt(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp slt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @sub_slt_needed(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp slt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @sub_slt_twice(i32 %x, i32 %y) {
entry:
  %d = sub i32 %x, %y
  %c = icmp slt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @sub_sge(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp sge i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @sub_sge_needed(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp sge i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @sub_sge_twice(i32 %x, i32 %y) {
entry:
  %d = sub i32 %x, %y
  %c = icmp sge i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @sub_ugt(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp ugt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @sub_ugt_needed(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp ugt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @sub_ugt_twice(i32 %x, i32 %y) {
entry:
  %d = sub i32 %x, %y
  %c = icmp ugt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @sub_eq(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp eq i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @sub_eq_needed(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %c = icmp eq i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @sub_eq_twice(i32 %x, i32 %y) {
entry:
  %d = sub i32 %x, %y
  %c = icmp eq i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @and_sgt(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp sgt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @and_sgt_needed(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp sgt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @and_sgt_twice(i32 %x, i32 %y) {
entry:
  %d = and i32 %x, %y
  %c = icmp sgt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @and_sle(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp sle i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @and_sle_needed(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp sle i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @and_sle_twice(i32 %x, i32 %y) {
entry:
  %d = and i32 %x, %y
  %c = icmp sle i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @and_slt(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp slt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @and_slt_needed(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp slt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @and_slt_twice(i32 %x, i32 %y) {
entry:
  %d = and i32 %x, %y
  %c = icmp slt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @and_sge(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp sge i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @and_sge_needed(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp sge i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @and_sge_twice(i32 %x, i32 %y) {
entry:
  %d = and i32 %x, %y
  %c = icmp sge i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @and_ugt(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp ugt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @and_ugt_needed(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp ugt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @and_ugt_twice(i32 %x, i32 %y) {
entry:
  %d = and i32 %x, %y
  %c = icmp ugt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @and_eq(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp eq i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @and_eq_needed(i32 %x, i32 %y) {
  %d = and i32 %x, %y
  %c = icmp eq i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @and_eq_twice(i32 %x, i32 %y) {
entry:
  %d = and i32 %x, %y
  %c = icmp eq i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @shl_sgt(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp sgt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @shl_sgt_needed(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp sgt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @shl_sgt_twice(i32 %x, i32 %y) {
entry:
  %d = shl i32 %x, 1
  %c = icmp sgt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @shl_sle(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp sle i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @shl_sle_needed(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp sle i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @shl_sle_twice(i32 %x, i32 %y) {
entry:
  %d = shl i32 %x, 1
  %c = icmp sle i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @shl_slt(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp slt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @shl_slt_needed(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp slt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @shl_slt_twice(i32 %x, i32 %y) {
entry:
  %d = shl i32 %x, 1
  %c = icmp slt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @shl_sge(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp sge i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @shl_sge_needed(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp sge i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @shl_sge_twice(i32 %x, i32 %y) {
entry:
  %d = shl i32 %x, 1
  %c = icmp sge i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @shl_ugt(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp ugt i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @shl_ugt_needed(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp ugt i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @shl_ugt_twice(i32 %x, i32 %y) {
entry:
  %d = shl i32 %x, 1
  %c = icmp ugt i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @shl_eq(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp eq i32 %d, 0
  %r = select i1 %c, i32 1000, i32 77777
  ret i32 %r
}
define i32 @shl_eq_needed(i32 %x, i32 %y) {
  %d = shl i32 %x, 1
  %c = icmp eq i32 %d, 0
  %s = select i1 %c, i32 %y, i32 5
  %r = xor i32 %s, %d
  ret i32 %r
}
define i32 @shl_eq_twice(i32 %x, i32 %y) {
entry:
  %d = shl i32 %x, 1
  %c = icmp eq i32 %d, 0
  %s = select i1 %c, i32 %x, i32 70000
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %t = phi i32 [ 3, %entry ], [ %d, %yes ]
  %r = add i32 %s, %t
  ret i32 %r
}
