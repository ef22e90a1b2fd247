; What an operation costs that a cheaper one can replace: products and quotients with constants, comparisons that only decide a branch or
; select. The results are right without it; only the code tells that it happens.
; recipes: O2
; run: @product(i32 7) -> i32 63
; run: @product(i32 -3) -> i32 -27
; check-not x8632 x8664 @product: mul
; check-not arm32 mips32 @product: mul
; run: @quotient(i32 1000) -> i32 142
; run: @quotient(i32 -1) -> i32 613566756
; check-not x8632 x8664 @quotient: div
; check-not arm32 mips32 @quotient: div
; run: @rest(i32 1000) -> i32 8
; check-not x8632 x8664 @rest: div
; check-not arm32 mips32 @rest: div
; run: @branch(i32 1, i32 2) -> i32 3
; run: @branch(i32 2, i32 1) -> i32 1
; check-not x8632 x8664 @branch: set
; check-not arm32 @branch: mov...#1
; check-not mips32 @branch: and
; run: @choose(i32 1, i32 2, i32 30, i32 40) -> i32 30
; run: @choose(i32 2, i32 2, i32 30, i32 40) -> i32 40
; check-not x8632 x8664 @choose: set
; check-not arm32 @choose: tst
define i32 @product(i32 %a) {
  %r = mul i32 %a, 9
  ret i32 %r
}
define i32 @quotient(i32 %a) {
  %r = udiv i32 %a, 7
  ret i32 %r
}
define i32 @rest(i32 %a) {
  %r = urem i32 %a, 16
  ret i32 %r
}
define i32 @branch(i32 %a, i32 %b) {
entry:
  %c = icmp slt i32 %a, %b
  br i1 %c, label %less, label %other
less:
  %s = add i32 %a, %b
  ret i32 %s
other:
  %d = sub i32 %a, %b
  ret i32 %d
}
define i32 @choose(i32 %a, i32 %b, i32 %x, i32 %y) {
  %c = icmp slt i32 %a, %b
  %r = select i1 %c, i32 %x, i32 %y
  ret i32 %r
}
