; What the sandbox puts between leaves the flags alone: there is no comparison in sandboxed code, either. In 64-bit mode what fills a bundle
; goes into the instructions before the end.
; features: sandbox
; recipes: O2
; run: @count(i32 5) -> i32 0
; check-not x8632 x8664 @count: test
; check x8632 x8664 @count: j
; check arm32 @count: subs
; check-not arm32 @count: cmp
; check arm32 @count: bne
; run: @chain(i32 1, i32 3) -> i32 20196362
; check-not x8664 @chain: nop
; check x8664 @chain: jmp r11
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
define i32 @chain(i32 %a, i32 %b) {
  %1 = add i32 %a, 1000000
  %2 = xor i32 %1, %b
  %3 = add i32 %2, 2000000
  %4 = xor i32 %3, %a
  %5 = add i32 %4, 3000000
  %6 = mul i32 %5, %b
  %7 = xor i32 %6, 5000000
  %8 = add i32 %7, %a
  %9 = xor i32 %8, 7000000
  ret i32 %9
}
