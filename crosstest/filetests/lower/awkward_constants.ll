; Constants for which targets have forms of their own.
; run: @times_nine(i32 7) -> i32 63
; check x8632/O2 x8664/O2 @times_nine: lea ...*8]
; run: @by_zero(i32 -7) -> i32 -14
; run: @low_half(i32 1)
; run: @low_half(i32 -1)
; run: @high_word(i32 5)

define i32 @times_nine(i32 %a) {
  %r = mul i32 %a, 9
  ret i32 %r
}
define i32 @by_zero(i32 %a) {
  %x = ashr i32 %a, 0
  %y = lshr i32 %a, 0
  %r = add i32 %x, %y
  ret i32 %r
}
define i32 @low_half(i32 %a) {
  %x = add i32 %a, 305430528
  %y = xor i32 %x, -2146467840
  ret i32 %y
}
define i32 @high_word(i32 %a) {
  %x = mul i32 %a, 98304
  ret i32 %x
}
