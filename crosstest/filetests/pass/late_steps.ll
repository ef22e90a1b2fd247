; A loop's counter that is stepped behind the comparison with its old value, before the branch: both are one register, and nothing is copied.
; recipes: O2
; run: @step_and_flags(i32 3) -> i32 6
; run: @last(i32 5) -> i32 5
; run: @last(i32 0) -> i32 0
; check x8632 x8664 @last: cmp
; check-not x8632 x8664 @last: mov
; check x8632 x8664 @last: jb
; check arm32 @last: cmp
; check-not arm32 @last: mov
; check arm32 @last: add
; check-not arm32 @last: mov
; check arm32 @last: blo
; check mips32 @last: sltu
; check-not mips32 @last: move
; check mips32 @last: bnez
; check mips32 @last: addiu
; check mips32 @last: jr
; run: @equal(i32 5) -> i32 15
; run: @equal(i32 0) -> i32 0
; run: @negative(i32 -3) -> i32 4
; run: @greatest(i32 40) -> i32 26
; run: @floating(i32 4) -> i32 5
; run: @kept(i32 7) -> i32 7
; run: @sign(i32 4) -> i32 15
; run: @same(i32 4) -> i32 15
; edges: @step_and_flags @last @kept @negative
@bytes = internal constant [32 x i8] c"\05\03\08\01\09\02\07\06\05\04\03\02\01\00\0b\0c\05\03\08\01\09\02\07\06\05\04\1f\02\01\00\0b\0c", align 1

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
define i32 @last(i32 %n) {
entry:
  %count = and i32 %n, 255
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ -1, %entry ], [ %sum, %loop ]
  %sum = add i32 %s, 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %i, %count
  br i1 %more, label %loop, label %end
end:
  ret i32 %sum
}
; The counter is asked for behind the loop, too.
define i32 @kept(i32 %n) {
entry:
  %count = and i32 %n, 255
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %i, %count
  br i1 %more, label %loop, label %end
end:
  ret i32 %i
}
; MIPS compares for equality in the branch itself, which reads the old value.
define i32 @equal(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %sum = add i32 %s, %i
  %next = add i32 %i, 1
  %more = icmp ne i32 %i, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %sum
}
define i32 @negative(i32 %n) {
entry:
  %start = or i32 %n, -16
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %loop ]
  %rounds = phi i32 [ 0, %entry ], [ %more_rounds, %loop ]
  %more_rounds = add i32 %rounds, 1
  %next = add i32 %i, 1
  %more = icmp slt i32 %i, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %more_rounds
}
; Two values are chosen by one comparison, one of them the old counter.
define i32 @greatest(i32 %n) {
entry:
  %least = icmp ult i32 %n, 31
  %count = select i1 %least, i32 %n, i32 31
  %base = ptrtoint [32 x i8]* @bytes to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %best = phi i32 [ 0, %entry ], [ %better, %loop ]
  %where = phi i32 [ 0, %entry ], [ %there, %loop ]
  %addr = add i32 %base, %i
  %p = inttoptr i32 %addr to i8*
  %byte = load i8* %p, align 1
  %word = zext i8 %byte to i32
  %next = add i32 %i, 1
  %is_better = icmp ugt i32 %word, %best
  %better = select i1 %is_better, i32 %word, i32 %best
  %there = select i1 %is_better, i32 %i, i32 %where
  %more = icmp ult i32 %i, %count
  br i1 %more, label %loop, label %end
end:
  ret i32 %there
}
; A floating-point comparison decides.
define i32 @floating(i32 %n) {
entry:
  %limit = sitofp i32 %n to double
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi double [ 0.0, %entry ], [ %y, %loop ]
  %next = add i32 %i, 1
  %old = add i32 %i, %n
  %y = fadd double %x, 1.0
  %more = fcmp olt double %x, %limit
  br i1 %more, label %loop, label %end
end:
  %r = sub i32 %old, 3
  ret i32 %r
}
; The branch asks for the sign of something else, or whether it is zero; the counter is read behind its step.
define i32 @sign(i32 %n) {
entry:
  %count = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 5, %entry ], [ %sum, %loop ]
  %next = add i32 %i, 1
  %left = sub i32 %count, %i
  %sum = add i32 %s, %i
  %more = icmp sgt i32 %left, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %sum
}
define i32 @same(i32 %n) {
entry:
  %count = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 5, %entry ], [ %sum, %loop ]
  %next = add i32 %i, 1
  %left = xor i32 %count, %i
  %sum = add i32 %s, %i
  %more = icmp ne i32 %left, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %sum
}
