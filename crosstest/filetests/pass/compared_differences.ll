; What is compared, and becomes less by the same number: the difference sets the flags.
; recipes: O2
; run: @halves(i32 5) -> i32 31
; run: @halves(i32 1) -> i32 1
; run: @halves(i32 -2147483648) -> i32 1
; check-not x8632 x8664 arm32 @halves: cmp
; check x8632 x8664 @halves: sub ..., 1
; check arm32 @halves: subs
define i32 @halves(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %twice = add i32 %sum, %sum
  %more = add i32 %twice, 1
  %next = add i32 %i, -1
  %goes = icmp sgt i32 %i, 1
  br i1 %goes, label %loop, label %done
done:
  ret i32 %more
}

; By another number: the comparison stays.
; run: @others(i32 9) -> i32 31
; run: @others(i32 5) -> i32 7
; run: @others(i32 1) -> i32 1
; check x8632 x8664 arm32 @others: cmp
define i32 @others(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %twice = add i32 %sum, %sum
  %more = add i32 %twice, 1
  %next = add i32 %i, -2
  %goes = icmp sgt i32 %i, 1
  br i1 %goes, label %loop, label %done
done:
  ret i32 %more
}

; The difference of two values, made before they are compared and read behind that, too.
; run: @distance(i32 7, i32 3) -> i32 4
; run: @distance(i32 3, i32 7) -> i32 4
; run: @distance(i32 -2147483648, i32 1) -> i32 -2147483647
; run: @distance(i32 1, i32 -2147483648) -> i32 -2147483647
; check-not arm32 @distance: cmp
; check arm32 @distance: subs
define i32 @distance(i32 %a, i32 %b) {
  %up = sub i32 %a, %b
  %less = icmp slt i32 %a, %b
  br i1 %less, label %other, label %this
this:
  ret i32 %up
other:
  %down = sub i32 0, %up
  ret i32 %down
}

; Sums with what is compared with the negated number set the flags, too.
; run: @up(i32 -5) -> i32 31
; run: @up(i32 -1) -> i32 1
; run: @up(i32 2147483647) -> i32 1
; check-not arm32 @up: cmn
; check arm32 @up: adds
define i32 @up(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %twice = add i32 %sum, %sum
  %more = add i32 %twice, 1
  %next = add i32 %i, 1
  %goes = icmp slt i32 %i, -1
  br i1 %goes, label %loop, label %done
done:
  ret i32 %more
}
