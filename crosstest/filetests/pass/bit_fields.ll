; Fields of bits: of a word that is shifted for nobody else, and the lowest bits where no number stands in the instruction. ARM takes each by
; one instruction.
; recipes: O2
; run: @middle(i32 305419896) -> i32 1383
; check-not arm32 @middle: lsr
; check arm32 @middle: ubfx
; check-not arm32 @middle: lsr
; run: @top(i32 -1) -> i32 15
; run: @low(i32 305419896) -> i32 22136
; check arm32 @low: uxth
; run: @odd(i32 -1) -> i32 8191
; check arm32 @odd: ubfx
; run: @most(i32 -1) -> i32 2147483647
; run: @both(i32 305419896) -> i32 74566
; edges: @middle @top @low @odd @most @both
define i32 @middle(i32 %x) {
entry:
  %s = lshr i32 %x, 4
  %r = and i32 %s, 2047
  ret i32 %r
}
define i32 @top(i32 %x) {
entry:
  %s = lshr i32 %x, 28
  %r = and i32 %s, 255
  ret i32 %r
}
define i32 @low(i32 %x) {
entry:
  %r = and i32 %x, 65535
  ret i32 %r
}
define i32 @odd(i32 %x) {
entry:
  %r = and i32 %x, 8191
  ret i32 %r
}
define i32 @most(i32 %x) {
entry:
  %r = and i32 %x, 2147483647
  ret i32 %r
}
; The shifted word is asked for by somebody else.
define i32 @both(i32 %x) {
entry:
  %s = lshr i32 %x, 12
  %m = and i32 %s, 1
  %r = add i32 %s, %m
  ret i32 %r
}
