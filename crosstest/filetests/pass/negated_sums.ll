; What is added as 0 - y is subtracted, and only that; a difference that is compared with zero is a comparison of its operands.
; recipes: O2
; run: @zero(i32 9, i32 4) -> i32 5
; run: @one(i32 9, i32 4) -> i32 6
; run: @all(i32 9, i32 4) -> i32 4
; run: @same(i32 9, i32 9) -> i32 1
; run: @same(i32 9, i32 4) -> i32 0
; check-not x8632 x8664 @same: sub
; edges: @zero @one @all @same
define i32 @zero(i32 %x, i32 %y) {
entry:
  %n = sub i32 0, %y
  %r = add i32 %x, %n
  ret i32 %r
}
define i32 @one(i32 %x, i32 %y) {
entry:
  %n = sub i32 1, %y
  %r = add i32 %x, %n
  ret i32 %r
}
define i32 @all(i32 %x, i32 %y) {
entry:
  %n = sub i32 -1, %y
  %r = add i32 %x, %n
  ret i32 %r
}
define i32 @same(i32 %x, i32 %y) {
entry:
  %d = sub i32 %x, %y
  %c = icmp eq i32 %d, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
