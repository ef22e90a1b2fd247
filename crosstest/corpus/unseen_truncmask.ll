; A mask one bit narrower than the truncation behind it.
; run: @f(i32 255) -> i32 127
define i32 @f(i32 %x) {
  %a = and i32 %x, 127
  %b = trunc i32 %a to i8
  %r = zext i8 %b to i32
  ret i32 %r
}
