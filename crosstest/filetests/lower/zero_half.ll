; Half of a 64-bit integer that is known to be zero takes no register and no instruction where halves are words.
; recipes: O2
; run: @or(i64 -1, i32 5) -> i64 -1
; run: @or(i64 81985529205302085, i32 16) -> i64 81985529205302101
; run: @add(i64 4294967295, i32 1) -> i64 4294967296
; run: @mask(i64 -1) -> i64 255
; run: @high(i64 -4294967290) -> i32 -1
; run: @product(i32 -1, i32 -1) -> i64 -8589934591
; run: @shifted(i64 3, i64 5) -> i64 12884901893
; check x8632 @or: or
; check-not x8632 @or: or
; check x8632 @or: ret
; check arm32 @or: orr
; check-not arm32 @or: orr
; check arm32 @or: bx
; check-not x8632 @high: shr
; check arm32 @product: umull
; check-not arm32 @product: mla
define i64 @or(i64 %a, i32 %b) {
  %w = zext i32 %b to i64
  %r = or i64 %a, %w
  ret i64 %r
}
define i64 @add(i64 %a, i32 %b) {
  %w = zext i32 %b to i64
  %r = add i64 %w, %a
  ret i64 %r
}
define i64 @mask(i64 %a) {
  %r = and i64 %a, 255
  %s = or i64 %r, 1
  %t = xor i64 %s, 0
  ret i64 %t
}
define i32 @high(i64 %a) {
  %h = lshr i64 %a, 32
  %r = trunc i64 %h to i32
  ret i32 %r
}
define i64 @product(i32 %a, i32 %b) {
  %v = zext i32 %a to i64
  %w = zext i32 %b to i64
  %r = mul i64 %v, %w
  ret i64 %r
}
define i64 @shifted(i64 %a, i64 %b) {
  %h = shl i64 %a, 32
  %l = and i64 %b, 4294967295
  %r = or i64 %h, %l
  ret i64 %r
}
