; Arithmetic of 32 bits: every operator at every pair of edge values. Shift amounts are kept below the width.
; run: @add(i32 2147483647, i32 1) -> i32 -2147483648
; run: @sub(i32 -2147483648, i32 1) -> i32 2147483647
; run: @mul(i32 -2147483648, i32 -1) -> i32 -2147483648
; run: @sdiv(i32 -7, i32 2) -> i32 -3
; run: @srem(i32 -7, i32 2) -> i32 -1
; run: @udiv(i32 -7, i32 2) -> i32 2147483644
; run: @urem(i32 -7, i32 10) -> i32 9
; run: @sdiv(i32 1, i32 0) -> traps
; run: @udiv(i32 1, i32 0) -> traps
; run: @srem(i32 1, i32 0) -> traps
; run: @urem(i32 1, i32 0) -> traps
; run: @sdiv(i32 -2147483648, i32 -1) -> undefined
; run: @srem(i32 -2147483648, i32 -1) -> undefined
; run: @ashr(i32 -2147483648, i32 31) -> i32 -1
; run: @lshr(i32 -1, i32 31) -> i32 1
; run: @shl(i32 1, i32 31) -> i32 -2147483648
; edges: @add @sub @mul @udiv @sdiv @urem @srem @and @or @xor @shl @lshr @ashr

define i32 @add(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @sub(i32 %a, i32 %b) {
  %r = sub i32 %a, %b
  ret i32 %r
}
define i32 @mul(i32 %a, i32 %b) {
  %r = mul i32 %a, %b
  ret i32 %r
}
define i32 @udiv(i32 %a, i32 %b) {
  %r = udiv i32 %a, %b
  ret i32 %r
}
define i32 @sdiv(i32 %a, i32 %b) {
  %r = sdiv i32 %a, %b
  ret i32 %r
}
define i32 @urem(i32 %a, i32 %b) {
  %r = urem i32 %a, %b
  ret i32 %r
}
define i32 @srem(i32 %a, i32 %b) {
  %r = srem i32 %a, %b
  ret i32 %r
}
define i32 @and(i32 %a, i32 %b) {
  %r = and i32 %a, %b
  ret i32 %r
}
define i32 @or(i32 %a, i32 %b) {
  %r = or i32 %a, %b
  ret i32 %r
}
define i32 @xor(i32 %a, i32 %b) {
  %r = xor i32 %a, %b
  ret i32 %r
}
define i32 @shl(i32 %a, i32 %b) {
  %n = and i32 %b, 31
  %r = shl i32 %a, %n
  ret i32 %r
}
define i32 @lshr(i32 %a, i32 %b) {
  %n = and i32 %b, 31
  %r = lshr i32 %a, %n
  ret i32 %r
}
define i32 @ashr(i32 %a, i32 %b) {
  %n = and i32 %b, 31
  %r = ashr i32 %a, %n
  ret i32 %r
}
