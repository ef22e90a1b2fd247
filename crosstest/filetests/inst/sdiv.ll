; Signed division rounds towards zero, and traps on zero.
; run: @i8(i32 100, i32 7) -> i32 14
; run: @i8(i32 -100, i32 7) -> i32 242
; run: @i8(i32 -128, i32 3) -> i32 214
; run: @i8(i32 -1, i32 -128) -> i32 0
; run: @i8(i32 127, i32 2) -> i32 63
; run: @i8(i32 1, i32 256) -> traps
; run: @i16(i32 100, i32 7) -> i32 14
; run: @i16(i32 -100, i32 7) -> i32 65522
; run: @i16(i32 -32768, i32 3) -> i32 54614
; run: @i16(i32 -1, i32 -32768) -> i32 0
; run: @i16(i32 32767, i32 2) -> i32 16383
; run: @i16(i32 1, i32 65536) -> traps
; run: @i32(i32 100, i32 7) -> i32 14
; run: @i32(i32 -100, i32 7) -> i32 -14
; run: @i32(i32 -2147483648, i32 3) -> i32 -715827882
; run: @i32(i32 -1, i32 -2147483648) -> i32 0
; run: @i32(i32 2147483647, i32 2) -> i32 1073741823
; run: @i32(i32 1, i32 0) -> traps
; run: @i64(i64 100, i64 7) -> i64 14
; run: @i64(i64 -100, i64 7) -> i64 -14
; run: @i64(i64 -9223372036854775808, i64 3) -> i64 -3074457345618258602
; run: @i64(i64 -1, i64 -9223372036854775808) -> i64 0
; run: @i64(i64 9223372036854775807, i64 2) -> i64 4611686018427387903
; run: @i64(i64 1, i64 0) -> traps
; run: @by_constant(i32 100) -> i32 14
; run: @wide_by_constant(i64 429496729700) -> i64 61356675671
; run: @by_constant(i32 -100) -> i32 -14
; run: @wide_by_constant(i64 -429496729700) -> i64 -61356675671
; run: @by_constant(i32 1) -> i32 0
; run: @wide_by_constant(i64 4294967297) -> i64 613566756
; run: @of_constant(i32 100) -> i32 -1
; run: @of_constant(i32 -7) -> i32 14
; run: @of_constant(i32 1) -> i32 -100
; run: @v4i32(<4 x i32> <100, -100, -2147483648, -1>, <4 x i32> <7, 7, 3, -2147483648>) -> <4 x i32> <14, -14, -715827882, 0>
; run: @v8i16(<8 x i16> <100, -100, -32768, -1, 32767, 100, -100, -32768>, <8 x i16> <7, 7, 3, -32768, 2, 7, 7, 3>) -> <8 x i16> <14, -14, -10922, 0, 16383, 14, -14, -10922>
; run: @v16i8(<16 x i8> <100, -100, -128, -1, 127, 100, -100, -128, -1, 127, 100, -100, -128, -1, 127, 100>, <16 x i8> <7, 7, 3, -128, 2, 7, 7, 3, -128, 2, 7, 7, 3, -128, 2, 7>) -> <16 x i8> <14, -14, -42, 0, 63, 14, -14, -42, 0, 63, 14, -14, -42, 0, 63, 14>
; check mips32 @i32: div
; check mips32 @i64: __divdi3
; check x8632 x8664 @i32: cdq
; check x8632 x8664 @i32: idiv
; check x8632 @i64: call __divdi3
; check x8664 @i64: cqo
; check x8664 @i64: idiv

define i32 @i8(i32 %a, i32 %b) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %z = sdiv i8 %x, %y
  %r = zext i8 %z to i32
  ret i32 %r
}
define i32 @i16(i32 %a, i32 %b) {
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %z = sdiv i16 %x, %y
  %r = zext i16 %z to i32
  ret i32 %r
}
define i32 @i32(i32 %a, i32 %b) {
  %r = sdiv i32 %a, %b
  ret i32 %r
}
define i64 @i64(i64 %a, i64 %b) {
  %r = sdiv i64 %a, %b
  ret i64 %r
}
define i32 @by_constant(i32 %a) {
  %r = sdiv i32 %a, 7
  ret i32 %r
}
define i32 @of_constant(i32 %a) {
  %r = sdiv i32 -100, %a
  ret i32 %r
}
define i64 @wide_by_constant(i64 %a) {
  %r = sdiv i64 %a, 7
  ret i64 %r
}
define <4 x i32> @v4i32(<4 x i32> %a, <4 x i32> %b) {
  %r = sdiv <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <8 x i16> @v8i16(<8 x i16> %a, <8 x i16> %b) {
  %r = sdiv <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <16 x i8> @v16i8(<16 x i8> %a, <16 x i8> %b) {
  %r = sdiv <16 x i8> %a, %b
  ret <16 x i8> %r
}
