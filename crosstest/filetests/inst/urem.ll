; The unsigned remainder, which traps on zero.
; run: @i8(i32 100, i32 7) -> i32 2
; run: @i8(i32 -100, i32 7) -> i32 2
; run: @i8(i32 -128, i32 3) -> i32 2
; run: @i8(i32 -1, i32 -128) -> i32 127
; run: @i8(i32 127, i32 2) -> i32 1
; run: @i8(i32 1, i32 256) -> traps
; run: @i16(i32 100, i32 7) -> i32 2
; run: @i16(i32 -100, i32 7) -> i32 0
; run: @i16(i32 -32768, i32 3) -> i32 2
; run: @i16(i32 -1, i32 -32768) -> i32 32767
; run: @i16(i32 32767, i32 2) -> i32 1
; run: @i16(i32 1, i32 65536) -> traps
; run: @i32(i32 100, i32 7) -> i32 2
; run: @i32(i32 -100, i32 7) -> i32 2
; run: @i32(i32 -2147483648, i32 3) -> i32 2
; run: @i32(i32 -1, i32 -2147483648) -> i32 2147483647
; run: @i32(i32 2147483647, i32 2) -> i32 1
; run: @i32(i32 1, i32 0) -> traps
; run: @i64(i64 100, i64 7) -> i64 2
; run: @i64(i64 -100, i64 7) -> i64 0
; run: @i64(i64 -9223372036854775808, i64 3) -> i64 2
; run: @i64(i64 -1, i64 -9223372036854775808) -> i64 9223372036854775807
; run: @i64(i64 9223372036854775807, i64 2) -> i64 1
; run: @i64(i64 1, i64 0) -> traps
; run: @by_constant(i32 100) -> i32 2
; run: @wide_by_constant(i64 429496729700) -> i64 3
; run: @by_constant(i32 -100) -> i32 2
; run: @wide_by_constant(i64 -429496729700) -> i64 6
; run: @by_constant(i32 1) -> i32 1
; run: @wide_by_constant(i64 4294967297) -> i64 5
; run: @of_constant(i32 100) -> i32 96
; run: @of_constant(i32 -7) -> i32 -100
; run: @of_constant(i32 1) -> i32 0
; run: @v4i32(<4 x i32> <100, -100, -2147483648, -1>, <4 x i32> <7, 7, 3, -2147483648>) -> <4 x i32> <2, 2, 2, 2147483647>
; run: @v8i16(<8 x i16> <100, -100, -32768, -1, 32767, 100, -100, -32768>, <8 x i16> <7, 7, 3, -32768, 2, 7, 7, 3>) -> <8 x i16> <2, 0, 2, 32767, 1, 2, 0, 2>
; run: @v16i8(<16 x i8> <100, -100, -128, -1, 127, 100, -100, -128, -1, 127, 100, -100, -128, -1, 127, 100>, <16 x i8> <7, 7, 3, -128, 2, 7, 7, 3, -128, 2, 7, 7, 3, -128, 2, 7>) -> <16 x i8> <2, 2, 2, 127, 1, 2, 2, 2, 127, 1, 2, 2, 2, 127, 1, 2>
; check mips32 @i32: divu
; check mips32 @i64: __umoddi3
; check x8632 x8664 @i32: div
; check x8632 @i64: call __umoddi3
; check x8664 @i64: div

define i32 @i8(i32 %a, i32 %b) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %z = urem i8 %x, %y
  %r = zext i8 %z to i32
  ret i32 %r
}
define i32 @i16(i32 %a, i32 %b) {
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %z = urem i16 %x, %y
  %r = zext i16 %z to i32
  ret i32 %r
}
define i32 @i32(i32 %a, i32 %b) {
  %r = urem i32 %a, %b
  ret i32 %r
}
define i64 @i64(i64 %a, i64 %b) {
  %r = urem i64 %a, %b
  ret i64 %r
}
define i32 @by_constant(i32 %a) {
  %r = urem i32 %a, 7
  ret i32 %r
}
define i32 @of_constant(i32 %a) {
  %r = urem i32 -100, %a
  ret i32 %r
}
define i64 @wide_by_constant(i64 %a) {
  %r = urem i64 %a, 7
  ret i64 %r
}
define <4 x i32> @v4i32(<4 x i32> %a, <4 x i32> %b) {
  %r = urem <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <8 x i16> @v8i16(<8 x i16> %a, <8 x i16> %b) {
  %r = urem <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <16 x i8> @v16i8(<16 x i8> %a, <16 x i8> %b) {
  %r = urem <16 x i8> %a, %b
  ret <16 x i8> %r
}
