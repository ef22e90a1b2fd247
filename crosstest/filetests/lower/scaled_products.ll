; Products with three, five or nine times a power of two to which a register is added: two sums, and no product (x86; arguments of x86-32 are in memory). Other factors, products
; that are needed themselves, and such that are added to themselves.
; recipes: O2
; run: @by6(i32 3, i32 100) -> i32 118
; run: @by6(i32 -7, i32 5) -> i32 -37
; check x8664 @by6: lea
; check x8664 @by6: lea
; check-not x8664 @by6: mul
; run: @by10(i32 3, i32 100) -> i32 130
; run: @by10(i32 -7, i32 5) -> i32 -65
; check x8664 @by10: lea
; check x8664 @by10: lea
; check-not x8664 @by10: mul
; run: @by12(i32 3, i32 100) -> i32 136
; run: @by12(i32 -7, i32 5) -> i32 -79
; check x8664 @by12: lea
; check x8664 @by12: lea
; check-not x8664 @by12: mul
; run: @by18(i32 3, i32 100) -> i32 154
; run: @by18(i32 -7, i32 5) -> i32 -121
; check x8664 @by18: lea
; check x8664 @by18: lea
; check-not x8664 @by18: mul
; run: @by20(i32 3, i32 100) -> i32 160
; run: @by20(i32 -7, i32 5) -> i32 -135
; check x8664 @by20: lea
; check x8664 @by20: lea
; check-not x8664 @by20: mul
; run: @by24(i32 3, i32 100) -> i32 172
; run: @by24(i32 -7, i32 5) -> i32 -163
; check x8664 @by24: lea
; check x8664 @by24: lea
; check-not x8664 @by24: mul
; run: @by36(i32 3, i32 100) -> i32 208
; run: @by36(i32 -7, i32 5) -> i32 -247
; check x8664 @by36: lea
; check x8664 @by36: lea
; check-not x8664 @by36: mul
; run: @by40(i32 3, i32 100) -> i32 220
; run: @by40(i32 -7, i32 5) -> i32 -275
; check x8664 @by40: lea
; check x8664 @by40: lea
; check-not x8664 @by40: mul
; run: @by72(i32 3, i32 100) -> i32 316
; run: @by72(i32 -7, i32 5) -> i32 -499
; check x8664 @by72: lea
; check x8664 @by72: lea
; check-not x8664 @by72: mul
; run: @by14(i32 3, i32 100) -> i32 142
; check x8664 @by14: mul
; run: @needed(i32 3, i32 100) -> i32 12384
; run: @itself(i32 3) -> i32 144
; run: @wide(i64 4294967299, i64 5) -> i64 103079215181
; check x8664 @wide: lea
; check x8664 @wide: lea
define i32 @by6(i32 %a, i32 %b) {
  %p = mul i32 %a, 6
  %r = add i32 %p, %b
  ret i32 %r
}
define i32 @by10(i32 %a, i32 %b) {
  %p = mul i32 %a, 10
  %r = add i32 %p, %b
  ret i32 %r
}
define i32 @by12(i32 %a, i32 %b) {
  %p = mul i32 %a, 12
  %r = add i32 %p, %b
  ret i32 %r
}
define i32 @by18(i32 %a, i32 %b) {
  %p = mul i32 %a, 18
  %r = add i32 %p, %b
  ret i32 %r
}
define i32 @by20(i32 %a, i32 %b) {
  %p = mul i32 %a, 20
  %r = add i32 %p, %b
  ret i32 %r
}
define i32 @by24(i32 %a, i32 %b) {
  %p = mul i32 %a, 24
  %r = add i32 %p, %b
  ret i32 %r
}
define i32 @by36(i32 %a, i32 %b) {
  %p = mul i32 %a, 36
  %r = add i32 %p, %b
  ret i32 %r
}
define i32 @by40(i32 %a, i32 %b) {
  %p = mul i32 %a, 40
  %r = add i32 %p, %b
  ret i32 %r
}
define i32 @by72(i32 %a, i32 %b) {
  %p = mul i32 %a, 72
  %r = add i32 %p, %b
  ret i32 %r
}
define i32 @by14(i32 %a, i32 %b) {
  %p = mul i32 %a, 14
  %r = add i32 %p, %b
  ret i32 %r
}
define i32 @needed(i32 %a, i32 %b) {
  %p = mul i32 %a, 24
  %r = add i32 %p, %b
  %s = mul i32 %r, %p
  ret i32 %s
}
define i32 @itself(i32 %a) {
  %p = mul i32 %a, 24
  %r = add i32 %p, %p
  ret i32 %r
}
define i64 @wide(i64 %a, i64 %b) {
  %p = mul i64 %a, 24
  %r = add i64 %p, %b
  ret i64 %r
}
