; The moves of a loop's phis come before the branch that goes round, unless what follows the loop needs what they overwrite: then they come
; after it, and a jump behind them.
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
; run: @compared(i32 1) -> i32 1
; run: @compared(i32 100) -> i32 144
; run: @constant(i32 5) -> i32 9
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
