; A sum, difference or mask sets the flags that a comparison of it with zero would set: the comparison goes if only equality is asked for.
; recipes: O2
; run: @count(i32 5) -> i32 0
; check-not x8632 x8664 @count: test
; check x8632 x8664 @count: j
; check arm32 @count: subs
; check-not arm32 @count: cmp
; check arm32 @count: bne
; run: @masked(i32 12) -> i32 1
; run: @masked(i32 3) -> i32 2
; check x8632 x8664 @masked: and
; check-not x8632 x8664 @masked: test
; check x8632 x8664 @masked: j
; check arm32 @masked: ands
; check-not arm32 @masked: cmp
; check arm32 @masked: b
; run: @positive(i32 4) -> i32 1
; run: @positive(i32 1) -> i32 0
; run: @positive(i32 -2147483648) -> i32 1
; check x8632 x8664 @positive: test
; check arm32 @positive: cmp
@cell = internal global [4 x i8] zeroinitializer, align 4
define i32 @count(i32 %n) {
entry:
  %cell = bitcast [4 x i8]* @cell to i32*
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %next = add i32 %i, -1
  store i32 %next, i32* %cell, align 1
  %done = icmp eq i32 %next, 0
  br i1 %done, label %end, label %loop
end:
  %r = load i32* %cell, align 1
  ret i32 %r
}
define i32 @masked(i32 %n) {
  %m = and i32 %n, 4
  %is = icmp ne i32 %m, 0
  br i1 %is, label %yes, label %no
yes:
  %r = lshr i32 %m, 2
  ret i32 %r
no:
  %t = add i32 %m, 2
  ret i32 %t
}
define i32 @positive(i32 %n) {
  %m = add i32 %n, -2
  %is = icmp sgt i32 %m, 0
  br i1 %is, label %yes, label %no
yes:
  ret i32 1
no:
  %unused = icmp eq i32 %m, 7
  ret i32 0
}
