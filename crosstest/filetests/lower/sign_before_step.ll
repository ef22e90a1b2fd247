; Loops that go on by the sign of what they step, as it was before the step: MIPS compares it as it is, so that the step keeps its place and
; nothing is copied for it.
; What the next round is to find is moved before the loop's first block, and the branch goes back there.
; recipes: O2
; run: @while_slt(i32 -3) -> i32 4
; run: @while_slt(i32 0) -> i32 1
; run: @while_slt(i32 5) -> i32 1
; run: @while_slt(i32 -1) -> i32 2
; check mips32 @while_slt: addiu
; check mips32 @while_slt: addiu
; check-not mips32 @while_slt: move
; check mips32 @while_slt: bltz
; check-not mips32 @while_slt: b 
; run: @while_sge(i32 3) -> i32 5
; run: @while_sge(i32 0) -> i32 2
; run: @while_sge(i32 -5) -> i32 1
; run: @while_sge(i32 1) -> i32 3
; check mips32 @while_sge: addiu
; check mips32 @while_sge: addiu
; check-not mips32 @while_sge: move
; check mips32 @while_sge: bgez
; check-not mips32 @while_sge: b 
; run: @while_sgt(i32 3) -> i32 4
; run: @while_sgt(i32 0) -> i32 1
; run: @while_sgt(i32 -5) -> i32 1
; run: @while_sgt(i32 1) -> i32 2
; check mips32 @while_sgt: addiu
; check mips32 @while_sgt: addiu
; check-not mips32 @while_sgt: move
; check mips32 @while_sgt: bgtz
; check-not mips32 @while_sgt: b 
; run: @while_sle(i32 -3) -> i32 5
; run: @while_sle(i32 0) -> i32 2
; run: @while_sle(i32 5) -> i32 1
; run: @while_sle(i32 -1) -> i32 3
; check mips32 @while_sle: addiu
; check mips32 @while_sle: addiu
; check-not mips32 @while_sle: move
; check mips32 @while_sle: blez
; check-not mips32 @while_sle: b 
; run: @while_ne(i32 3) -> i32 4
; run: @while_ne(i32 0) -> i32 1
; run: @while_ne(i32 1) -> i32 2
; check mips32 @while_ne: addiu
; check mips32 @while_ne: addiu
; check-not mips32 @while_ne: move
; check mips32 @while_ne: bne
; check-not mips32 @while_ne: b 
; run: @by_double(i32 5, double 3.0) -> i32 18
; run: @by_double(i32 -7, double 0.5) -> i32 -7
; check-not mips32 @by_double: move
; check mips32 @by_double: c.
; check-not mips32 @by_double: move
define i32 @while_slt(i32 %start) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %n, 1
  %next = add i32 %i, 1
  %c = icmp slt i32 %i, 0
  br i1 %c, label %loop, label %end
end:
  ret i32 %more
}
define i32 @while_sge(i32 %start) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %n, 1
  %next = add i32 %i, -1
  %c = icmp sge i32 %i, 0
  br i1 %c, label %loop, label %end
end:
  ret i32 %more
}
define i32 @while_sgt(i32 %start) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %n, 1
  %next = add i32 %i, -1
  %c = icmp sgt i32 %i, 0
  br i1 %c, label %loop, label %end
end:
  ret i32 %more
}
define i32 @while_sle(i32 %start) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %n, 1
  %next = add i32 %i, 1
  %c = icmp sle i32 %i, 0
  br i1 %c, label %loop, label %end
end:
  ret i32 %more
}
define i32 @while_ne(i32 %start) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %n, 1
  %next = add i32 %i, -1
  %c = icmp ne i32 %i, 0
  br i1 %c, label %loop, label %end
end:
  ret i32 %more
}
; A comparison of others does not read it: the step is made between it and its branch.
define i32 @by_double(i32 %start, double %limit) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %d = phi double [ 0.0, %entry ], [ %e, %loop ]
  %next = add i32 %i, 1
  %more = add i32 %sum, %i
  %e = fadd double %d, 1.0
  %c = fcmp olt double %e, %limit
  br i1 %c, label %loop, label %end
end:
  ret i32 %more
}
