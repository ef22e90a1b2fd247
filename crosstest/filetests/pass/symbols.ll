; Where an address or a large number takes two instructions, a loop that calls nothing finds it in a register; so do two mentions in one
; block, but not across a call, and not where it is mentioned once.
; recipes: O2
; run: @sum(i32 4) -> i32 67372042
; check arm32 @sum: movw
; check arm32 @sum: L0:
; check-not arm32 @sum: movw
; check-not arm32 @sum: movt
; check arm32 @sum: bne
; check mips32 @sum: lui
; check mips32 @sum: L0:
; check-not mips32 @sum: lui
; check mips32 @sum: bne
; run: @twice(i32 5) -> i32 5
; check arm32 @twice: movw...cell
; check-not arm32 @twice: movw
; check arm32 @twice: bx
; run: @once() -> i32 5
@words = internal constant [16 x i8] c"\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00", align 4
@cell = internal global [4 x i8] c"\05\00\00\00", align 4
define i32 @sum(i32 %n) {
entry:
  %words = ptrtoint [16 x i8]* @words to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s2, %loop ]
  %scaled = shl i32 %i, 2
  %at = add i32 %scaled, %words
  %p = inttoptr i32 %at to i32*
  %v = load i32* %p, align 1
  %w = xor i32 %v, 16843009
  %s2 = add i32 %s, %w
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %s2
}
define i32 @twice(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  %old = load i32* %p, align 1
  %sum = add i32 %old, %a
  store i32 %sum, i32* %p, align 1
  %r = sub i32 %sum, %a
  ret i32 %r
}
define i32 @once() {
  %p = bitcast [4 x i8]* @cell to i32*
  %old = load i32* %p, align 1
  ret i32 %old
}
