; Arithmetic of 16 bits: every operator at every pair of edge values. Shift amounts are kept below the width.
; run: @add(i32 32767, i32 1) -> i32 -32768
; run: @sub(i32 -32768, i32 1) -> i32 32767
; run: @mul(i32 -32768, i32 -1) -> i32 -32768
; run: @sdiv(i32 -7, i32 2) -> i32 -3
; run: @srem(i32 -7, i32 2) -> i32 -1
; run: @udiv(i32 -7, i32 2) -> i32 32764
; run: @urem(i32 -7, i32 10) -> i32 9
; run: @sdiv(i32 1, i32 0) -> traps
; run: @udiv(i32 1, i32 0) -> traps
; run: @srem(i32 1, i32 0) -> traps
; run: @urem(i32 1, i32 0) -> traps
; run: @sdiv(i32 -32768, i32 -1) -> undefined
; run: @srem(i32 -32768, i32 -1) -> undefined
; run: @ashr(i32 -32768, i32 15) -> i32 -1
; run: @lshr(i32 -1, i32 15) -> i32 1
; run: @shl(i32 1, i32 15) -> i32 -32768
; edges: @add @sub @mul @udiv @sdiv @urem @srem @and @or @xor @shl @lshr @ashr

define i32 @add(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %r = add i16 %an, %bn
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @sub(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %r = sub i16 %an, %bn
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @mul(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %r = mul i16 %an, %bn
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @udiv(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %r = udiv i16 %an, %bn
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @sdiv(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %r = sdiv i16 %an, %bn
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @urem(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %r = urem i16 %an, %bn
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @srem(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %r = srem i16 %an, %bn
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @and(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %r = and i16 %an, %bn
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @or(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %r = or i16 %an, %bn
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @xor(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %r = xor i16 %an, %bn
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @shl(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %n = and i16 %bn, 15
  %r = shl i16 %an, %n
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @lshr(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %n = and i16 %bn, 15
  %r = lshr i16 %an, %n
  %wide = sext i16 %r to i32
  ret i32 %wide
}
define i32 @ashr(i32 %a, i32 %b) {
  %an = trunc i32 %a to i16
  %bn = trunc i32 %b to i16
  %n = and i16 %bn, 15
  %r = ashr i16 %an, %n
  %wide = sext i16 %r to i32
  ret i32 %wide
}
