; Quotient and remainder of the same operands are one division where the processor gives both. The remainder is written as the dividend less
; the product of quotient and divisor (`lcse`); what is no remainder, and products that are needed elsewhere, stay.
; recipes: O2
; run: @both(i32 100, i32 7) -> i32 226
; run: @both(i32 -1, i32 10) -> i32 -1717986923
; check x8632 x8664 @both: div
; check-not x8632 x8664 @both: imul
; check mips32 @both: mfhi
; check-not mips32 @both: mul
; run: @both_signed(i32 -100, i32 7) -> i32 -226
; run: @both_signed(i32 100, i32 -7) -> i32 -222
; check-not x8632 x8664 @both_signed: imul
; run: @remainder_first(i32 100, i32 7) -> i32 214
; check-not x8632 x8664 @remainder_first: imul
; run: @both_narrow(i32 455, i32 263) -> i32 7171
; check-not x8632 x8664 @both_narrow: imul
; run: @both_wide(i64 -5, i64 4294967296) -> i64 8589934586
; check-not x8664 @both_wide: imul
; run: @product_too(i32 100, i32 7) -> i32 100
; check x8632 x8664 @product_too: imul
; run: @no_remainder(i32 100, i32 7, i32 3) -> i32 72
; check x8632 x8664 @no_remainder: imul
; run: @other_dividend(i32 100, i32 7, i32 3) -> i32 -81
; run: @in_another_block(i32 100, i32 7) -> i32 2
; run: @in_another_block(i32 7, i32 100) -> i32 0
; run: @far_behind(i32 100, i32 7) -> i32 16
; run: @of_zero(i32 5, i32 0) -> traps
define i32 @both(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  %r = urem i32 %a, %b
  %h = shl i32 %q, 4
  %s = add i32 %h, %r
  ret i32 %s
}
define i32 @both_signed(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  %r = srem i32 %a, %b
  %h = shl i32 %q, 4
  %s = add i32 %h, %r
  ret i32 %s
}
define i32 @remainder_first(i32 %a, i32 %b) {
  %r = urem i32 %a, %b
  %t = shl i32 %r, 7
  %q = udiv i32 %a, %b
  %s = sub i32 %t, %q
  %u = sub i32 %s, 28
  ret i32 %u
}
define i32 @both_narrow(i32 %a, i32 %b) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %q = udiv i8 %x, %y
  %r = urem i8 %x, %y
  %w = zext i8 %q to i32
  %v = zext i8 %r to i32
  %t = shl i32 %w, 8
  %s = or i32 %t, %v
  %m = and i32 %s, 65535
  ret i32 %m
}
define i64 @both_wide(i64 %a, i64 %b) {
  %q = udiv i64 %a, %b
  %r = urem i64 %a, %b
  %s = add i64 %q, %r
  ret i64 %s
}
define i32 @product_too(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  %p = mul i32 %q, %b
  %r = sub i32 %a, %p
  %h = mul i32 %r, %q
  %t = sub i32 %p, %h
  %u = add i32 %t, %h
  %s = add i32 %u, %r
  ret i32 %s
}
define i32 @no_remainder(i32 %a, i32 %b, i32 %c) {
  %q = udiv i32 %a, %b
  %p = mul i32 %q, %c
  %r = sub i32 %a, %p
  %s = add i32 %r, %q
  ret i32 %s
}
define i32 @other_dividend(i32 %a, i32 %b, i32 %c) {
  %q = udiv i32 %a, %b
  %p = mul i32 %q, %b
  %r = sub i32 %c, %p
  %s = add i32 %r, %q
  ret i32 %s
}
define i32 @in_another_block(i32 %a, i32 %b) {
entry:
  %q = udiv i32 %a, %b
  %c = icmp eq i32 %q, 0
  br i1 %c, label %none, label %some
some:
  %r = urem i32 %a, %b
  ret i32 %r
none:
  ret i32 %q
}
define i32 @far_behind(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  %x0 = add i32 %q, %b
  %x1 = xor i32 %x0, %a
  %x2 = add i32 %x1, %b
  %x3 = xor i32 %x2, %a
  %x4 = add i32 %x3, %b
  %x5 = xor i32 %x4, %a
  %x6 = add i32 %x5, %b
  %x7 = xor i32 %x6, %a
  %x8 = add i32 %x7, %b
  %x9 = xor i32 %x8, %a
  %x10 = add i32 %x9, %b
  %x11 = xor i32 %x10, %a
  %x12 = add i32 %x11, %b
  %x13 = xor i32 %x12, %a
  %x14 = add i32 %x13, %b
  %x15 = xor i32 %x14, %a
  %x16 = add i32 %x15, %b
  %x17 = xor i32 %x16, %a
  %x18 = add i32 %x17, %b
  %x19 = xor i32 %x18, %a
  %x20 = add i32 %x19, %b
  %x21 = xor i32 %x20, %a
  %x22 = add i32 %x21, %b
  %x23 = xor i32 %x22, %a
  %x24 = add i32 %x23, %b
  %x25 = xor i32 %x24, %a
  %x26 = add i32 %x25, %b
  %x27 = xor i32 %x26, %a
  %x28 = add i32 %x27, %b
  %x29 = xor i32 %x28, %a
  %x30 = add i32 %x29, %b
  %x31 = xor i32 %x30, %a
  %x32 = add i32 %x31, %b
  %x33 = xor i32 %x32, %a
  %x34 = add i32 %x33, %b
  %x35 = xor i32 %x34, %a
  %x36 = add i32 %x35, %b
  %x37 = xor i32 %x36, %a
  %x38 = add i32 %x37, %b
  %x39 = xor i32 %x38, %a
  %r = urem i32 %a, %b
  %z = xor i32 %r, %q
  %m = and i32 %x39, 0
  %s = or i32 %z, %m
  %u = add i32 %s, 4
  ret i32 %u
}
define i32 @of_zero(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  %r = urem i32 %a, %b
  %s = add i32 %q, %r
  ret i32 %s
}
