; Arithmetic of 8 bits: every operator at every pair of edge values. Shift amounts are kept below the width.
; run: @add(i32 127, i32 1) -> i32 -128
; run: @sub(i32 -128, i32 1) -> i32 127
; run: @mul(i32 -128, i32 -1) -> i32 -128
; run: @sdiv(i32 -7, i32 2) -> i32 -3
; run: @srem(i32 -7, i32 2) -> i32 -1
; run: @udiv(i32 -7, i32 2) -> i32 124
; run: @urem(i32 -7, i32 10) -> i32 9
; run: @sdiv(i32 1, i32 0) -> traps
; run: @udiv(i32 1, i32 0) -> traps
; run: @srem(i32 1, i32 0) -> traps
; run: @urem(i32 1, i32 0) -> traps
; run: @sdiv(i32 -128, i32 -1) -> undefined
; run: @srem(i32 -128, i32 -1) -> undefined
; run: @ashr(i32 -128, i32 7) -> i32 -1
; run: @lshr(i32 -1, i32 7) -> i32 1
; run: @shl(i32 1, i32 7) -> i32 -128
; edges: @add @sub @mul @udiv @sdiv @urem @srem @and @or @xor @shl @lshr @ashr

define i32 @add(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %r = add i8 %an, %bn
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %r = sub i8 %an, %bn
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %r = mul i8 %an, %bn
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %r = udiv i8 %an, %bn
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %r = sdiv i8 %an, %bn
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %r = urem i8 %an, %bn
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %r = srem i8 %an, %bn
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %r = and i8 %an, %bn
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %r = or i8 %an, %bn
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %r = xor i8 %an, %bn
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @shl(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %n = and i8 %bn, 7
  %r = shl i8 %an, %n
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @lshr(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %n = and i8 %bn, 7
  %r = lshr i8 %an, %n
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @ashr(i32 %a, i32 %b) {
  %an = trunc i32 %a to i8
  %bn = trunc i32 %b to i8
  %n = and i8 %bn, 7
  %r = ashr i8 %an, %n
  %wide = sext i8 %r to i32
  ret i32 %wide
}
