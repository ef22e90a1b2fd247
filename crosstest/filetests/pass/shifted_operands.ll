; An operand that is a shift, which ARM's instructions shift themselves.
; run: @arithmetic(i32 -256, i32 1) -> i32 -15
; run: @logical(i32 -256, i32 1) -> i32 268435441
; run: @left(i32 -1, i32 3) -> i32 -13
; run: @compared(i32 -256, i32 -16) -> i32 1

define i32 @arithmetic(i32 %a, i32 %b) {
  %s = ashr i32 %a, 4
  %r = add i32 %b, %s
  ret i32 %r
}
define i32 @logical(i32 %a, i32 %b) {
  %s = lshr i32 %a, 4
  %r = add i32 %b, %s
  ret i32 %r
}
define i32 @left(i32 %a, i32 %b) {
  %s = shl i32 %a, 4
  %r = add i32 %b, %s
  ret i32 %r
}
define i32 @compared(i32 %a, i32 %b) {
  %s = ashr i32 %a, 4
  %c = icmp eq i32 %b, %s
  %r = zext i1 %c to i32
  ret i32 %r
}
