; Arithmetic of 64 bits: every operator at every pair of edge values. Shift amounts are kept below the width.
; run: @add(i64 9223372036854775807, i64 1) -> i64 -9223372036854775808
; run: @sub(i64 -9223372036854775808, i64 1) -> i64 9223372036854775807
; run: @mul(i64 -9223372036854775808, i64 -1) -> i64 -9223372036854775808
; run: @sdiv(i64 -7, i64 2) -> i64 -3
; run: @srem(i64 -7, i64 2) -> i64 -1
; run: @udiv(i64 -7, i64 2) -> i64 9223372036854775804
; run: @urem(i64 -7, i64 10) -> i64 9
; run: @sdiv(i64 1, i64 0) -> traps
; run: @udiv(i64 1, i64 0) -> traps
; run: @srem(i64 1, i64 0) -> traps
; run: @urem(i64 1, i64 0) -> traps
; run: @sdiv(i64 -9223372036854775808, i64 -1) -> undefined
; run: @srem(i64 -9223372036854775808, i64 -1) -> undefined
; run: @ashr(i64 -9223372036854775808, i64 63) -> i64 -1
; run: @lshr(i64 -1, i64 63) -> i64 1
; run: @shl(i64 1, i64 63) -> i64 -9223372036854775808
; edges: @add @sub @mul @udiv @sdiv @urem @srem @and @or @xor @shl @lshr @ashr

define i64 @add(i64 %a, i64 %b) {
  %r = add i64 %a, %b
  ret i64 %r
}
define i64 @sub(i64 %a, i64 %b) {
  %r = sub i64 %a, %b
  ret i64 %r
}
define i64 @mul(i64 %a, i64 %b) {
  %r = mul i64 %a, %b
  ret i64 %r
}
define i64 @udiv(i64 %a, i64 %b) {
  %r = udiv i64 %a, %b
  ret i64 %r
}
define i64 @sdiv(i64 %a, i64 %b) {
  %r = sdiv i64 %a, %b
  ret i64 %r
}
define i64 @urem(i64 %a, i64 %b) {
  %r = urem i64 %a, %b
  ret i64 %r
}
define i64 @srem(i64 %a, i64 %b) {
  %r = srem i64 %a, %b
  ret i64 %r
}
define i64 @and(i64 %a, i64 %b) {
  %r = and i64 %a, %b
  ret i64 %r
}
define i64 @or(i64 %a, i64 %b) {
  %r = or i64 %a, %b
  ret i64 %r
}
define i64 @xor(i64 %a, i64 %b) {
  %r = xor i64 %a, %b
  ret i64 %r
}
define i64 @shl(i64 %a, i64 %b) {
  %n = and i64 %b, 63
  %r = shl i64 %a, %n
  ret i64 %r
}
define i64 @lshr(i64 %a, i64 %b) {
  %n = and i64 %b, 63
  %r = lshr i64 %a, %n
  ret i64 %r
}
define i64 @ashr(i64 %a, i64 %b) {
  %n = and i64 %b, 63
  %r = ashr i64 %a, %n
  ret i64 %r
}
