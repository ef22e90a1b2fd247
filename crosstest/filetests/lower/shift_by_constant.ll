; Shifts by constants of 64 bits on 32-bit machines: below 32, by 32, and above, where one half is known.
; run: @left(i64 0x0123456789abcdef) -> i64 0x3456789abcdef000
; run: @by_32(i64 0x0123456789abcdef) -> i64 0x89abcdef00000000
; run: @beyond(i64 0x0123456789abcdef) -> i64 0x0000000000001234
; run: @sign(i64 -1) -> i64 -1
; run: @sign(i64 0x7fffffffffffffff) -> i64 0
; check x8632 @left: shld
; check-not x8632 @by_32: shld
; check x8632 @sign: sar ... 0x1f

define i64 @left(i64 %a) {
  %r = shl i64 %a, 12
  ret i64 %r
}
define i64 @by_32(i64 %a) {
  %r = shl i64 %a, 32
  ret i64 %r
}
define i64 @beyond(i64 %a) {
  %r = lshr i64 %a, 44
  ret i64 %r
}
define i64 @sign(i64 %a) {
  %r = ashr i64 %a, 63
  ret i64 %r
}
