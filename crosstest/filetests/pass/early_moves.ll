; The moves of a loop's phis come before the branch that goes round, unless what follows the loop needs what they overwrite: then they come
; before the loop's first block, and the branch goes back to them. No round jumps; what comes from above jumps over them, once.
; recipes: O2
; run: @window(i32 1) -> i32 1
; run: @window(i32 10) -> i32 89
; check x8632 x8664 @window: mov
; check x8632 x8664 @window: jne
; check-not x8632 x8664 @window: jmp
; check arm32 @window: mov
; check arm32 @window: bne
; check-not arm32 @window: b L
; run: @needed(i32 1) -> i32 0
; run: @needed(i32 10) -> i32 34
; check x8632 x8664 @needed: jmp
; check x8632 x8664 @needed: L
; check x8632 x8664 @needed: mov
; check x8632 x8664 @needed: add
; check x8632 x8664 @needed: jne
; check-not x8632 x8664 @needed: jmp
; check arm32 mips32 @needed: b
; check arm32 mips32 @needed: L
; check arm32 mips32 @needed: mov
; check arm32 mips32 @needed: add
; check arm32 mips32 @needed: bne
; check-not arm32 mips32 @needed: b L
; run: @leaves_by_truth(i32 1) -> i32 0
; run: @leaves_by_truth(i32 10) -> i32 34
; check x8632 x8664 @leaves_by_truth: jmp
; check x8632 x8664 @leaves_by_truth: jne
; check-not x8632 x8664 @leaves_by_truth: jmp
; run: @entered_by_a_branch(i32 0) -> i32 5
; run: @entered_by_a_branch(i32 10) -> i32 34
; run: @two_ways_back(i32 10) -> i32 33
; run: @by_table(i32 10) -> i32 18
; run: @compared(i32 1) -> i32 1
; run: @compared(i32 100) -> i32 144
; run: @constant(i32 5) -> i32 9
; run: @leaving(i32 10) -> i32 55
; run: @leaving_with(i32 10) -> i32 34
; run: @leaving_with(i32 1) -> i32 0
; run: @round_again(i32 3, i32 4) -> i32 9
; run: @round_again(i32 1, i32 4) -> i32 3
; check x8632 x8664 @round_again: mov [cell]
; check-not x8632 x8664 @round_again: jmp
; check x8632 x8664 @round_again: jne
@cell = internal global [4 x i8] zeroinitializer, align 4
define i32 @window(i32 %n) {
entry:
  %cell = bitcast [4 x i8]* @cell to i32*
  br label %loop
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %s, %loop ]
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %s = add i32 %a, %b
  store i32 %s, i32* %cell, align 1
  %next = add i32 %i, -1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  %r = load i32* %cell, align 1
  ret i32 %r
}
define i32 @needed(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %s, %loop ]
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %s = add i32 %a, %b
  %next = add i32 %i, -1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %a
}
; The jump behind the branch closes the loop: the branch is turned round.
define i32 @leaves_by_truth(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %s, %loop ]
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %s = add i32 %a, %b
  %next = add i32 %i, -1
  %done = icmp eq i32 %next, 0
  br i1 %done, label %end, label %loop
end:
  ret i32 %a
}
define i32 @entered_by_a_branch(i32 %n) {
entry:
  %some = icmp ne i32 %n, 0
  br i1 %some, label %loop, label %none
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %s, %loop ]
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %s = add i32 %a, %b
  %next = add i32 %i, -1
  %done = icmp eq i32 %next, 0
  br i1 %done, label %end, label %loop
none:
  ret i32 5
end:
  ret i32 %a
}
define i32 @two_ways_back(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ], [ %s, %odd ]
  %b = phi i32 [ 1, %entry ], [ %s, %loop ], [ %b, %odd ]
  %i = phi i32 [ %n, %entry ], [ %next, %loop ], [ %less, %odd ]
  %s = add i32 %a, %b
  %next = add i32 %i, -1
  %bit = and i32 %next, 1
  %even = icmp eq i32 %bit, 0
  br i1 %even, label %loop, label %odd
odd:
  %less = add i32 %next, -1
  %more = icmp sgt i32 %less, 0
  br i1 %more, label %loop, label %end
end:
  %both = shl i32 %a, 3
  %r = add i32 %both, %b
  ret i32 %r
}
; A jump through a table closes the loop.
define i32 @by_table(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %s, %loop ], [ %s, %loop ]
  %i = phi i32 [ %n, %entry ], [ %next, %loop ], [ %next, %loop ]
  %s = add i32 %a, %b
  %next = add i32 %i, -1
  switch i32 %next, label %loop [
    i32 0, label %end
    i32 1, label %other
    i32 2, label %other
    i32 3, label %loop
    i32 4, label %end
  ]
other:
  ret i32 %s
end:
  %r = add i32 %a, %s
  ret i32 %r
}
define i32 @compared(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %s, %loop ]
  %s = add i32 %a, %b
  %more = icmp ult i32 %b, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %b
}
define i32 @constant(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ 2, %loop ]
  %t = phi i32 [ 0, %entry ], [ %s, %loop ]
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %s = add i32 %a, %t
  %next = add i32 %i, -1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %s
}
; The way out has moves, too: of a constant.
define i32 @leaving(i32 %n) {
entry:
  %cell = bitcast [4 x i8]* @cell to i32*
  %none = icmp eq i32 %n, 0
  br i1 %none, label %end, label %loop
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %s, %loop ]
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %s = add i32 %a, %b
  store i32 %b, i32* %cell, align 1
  %next = add i32 %i, -1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  %r = phi i32 [ 7, %entry ], [ 0, %loop ]
  %last = load i32* %cell, align 1
  %sum = add i32 %r, %last
  ret i32 %sum
}
; They read what the loop's own overwrite.
define i32 @leaving_with(i32 %n) {
entry:
  %none = icmp eq i32 %n, 0
  br i1 %none, label %end, label %loop
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %s, %loop ]
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %s = add i32 %a, %b
  %next = add i32 %i, -1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  %r = phi i32 [ %n, %entry ], [ %a, %loop ]
  ret i32 %r
}
; The way out goes round an outer loop, and has a constant for it.
define i32 @round_again(i32 %n, i32 %m) {
entry:
  %cell = bitcast [4 x i8]* @cell to i32*
  br label %outer
outer:
  %first = phi i32 [ 1, %entry ], [ 3, %inner ]
  %left = phi i32 [ %n, %entry ], [ %fewer, %inner ]
  %fewer = add i32 %left, -1
  %done = icmp eq i32 %left, 0
  br i1 %done, label %end, label %inner
inner:
  %a = phi i32 [ 0, %outer ], [ %b, %inner ]
  %b = phi i32 [ %first, %outer ], [ %s, %inner ]
  %i = phi i32 [ %m, %outer ], [ %next, %inner ]
  %s = add i32 %a, %b
  store i32 %b, i32* %cell, align 1
  %next = add i32 %i, -1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %inner, label %outer
end:
  %r = load i32* %cell, align 1
  ret i32 %r
}
