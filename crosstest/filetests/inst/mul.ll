; Of a product the low half remains.
; run: @i8(i32 100, i32 7) -> i32 188
; run: @i8(i32 -100, i32 7) -> i32 68
; run: @i8(i32 -128, i32 3) -> i32 128
; run: @i8(i32 -1, i32 -128) -> i32 128
; run: @i8(i32 127, i32 2) -> i32 254
; run: @i8(i32 -128, i32 -1) -> i32 128
; run: @i8(i32 0, i32 -5) -> i32 0
; run: @i16(i32 100, i32 7) -> i32 700
; run: @i16(i32 -100, i32 7) -> i32 64836
; run: @i16(i32 -32768, i32 3) -> i32 32768
; run: @i16(i32 -1, i32 -32768) -> i32 32768
; run: @i16(i32 32767, i32 2) -> i32 65534
; run: @i16(i32 -32768, i32 -1) -> i32 32768
; run: @i16(i32 0, i32 -5) -> i32 0
; run: @i32(i32 100, i32 7) -> i32 700
; run: @i32(i32 -100, i32 7) -> i32 -700
; run: @i32(i32 -2147483648, i32 3) -> i32 -2147483648
; run: @i32(i32 -1, i32 -2147483648) -> i32 -2147483648
; run: @i32(i32 2147483647, i32 2) -> i32 -2
; run: @i32(i32 -2147483648, i32 -1) -> i32 -2147483648
; run: @i32(i32 0, i32 -5) -> i32 0
; run: @i64(i64 100, i64 7) -> i64 700
; run: @i64(i64 -100, i64 7) -> i64 -700
; run: @i64(i64 -9223372036854775808, i64 3) -> i64 -9223372036854775808
; run: @i64(i64 -1, i64 -9223372036854775808) -> i64 -9223372036854775808
; run: @i64(i64 9223372036854775807, i64 2) -> i64 -2
; run: @i64(i64 -9223372036854775808, i64 -1) -> i64 -9223372036854775808
; run: @i64(i64 0, i64 -5) -> i64 0
; run: @by_constant(i32 100) -> i32 700
; run: @wide_by_constant(i64 429496729700) -> i64 3006477107900
; run: @by_constant(i32 -100) -> i32 -700
; run: @wide_by_constant(i64 -429496729700) -> i64 -3006477107900
; run: @by_constant(i32 1) -> i32 7
; run: @wide_by_constant(i64 4294967297) -> i64 30064771079
; run: @of_constant(i32 100) -> i32 -10000
; run: @of_constant(i32 -7) -> i32 700
; run: @of_constant(i32 1) -> i32 -100
; run: @v4i32(<4 x i32> <100, -100, -2147483648, -1>, <4 x i32> <7, 7, 3, -2147483648>) -> <4 x i32> <700, -700, -2147483648, -2147483648>
; run: @v8i16(<8 x i16> <100, -100, -32768, -1, 32767, -32768, 0, 100>, <8 x i16> <7, 7, 3, -32768, 2, -1, -5, 7>) -> <8 x i16> <700, -700, -32768, -32768, -2, -32768, 0, 700>
; run: @v16i8(<16 x i8> <100, -100, -128, -1, 127, -128, 0, 100, -100, -128, -1, 127, -128, 0, 100, -100>, <16 x i8> <7, 7, 3, -128, 2, -1, -5, 7, 7, 3, -128, 2, -1, -5, 7, 7>) -> <16 x i8> <-68, 68, -128, -128, -2, -128, 0, -68, 68, -128, -128, -2, -128, 0, -68, 68>
; check mips32 @i32: mul
; check mips32 @i64: multu
; check x8632 x8664 @i32: imul e
; check x8632 @i64: mul
; check x8664 @i64: imul r
; check arm32 @i32: mul r
; check arm32 @i64: umull
; check x8632 x8664 @v4i32: pmuludq
; check x8632 x8664 @v8i16: pmullw
; check arm32 @v4i32: vmul.i32
; check arm32 @v16i8: vmul.i8

define i32 @i8(i32 %a, i32 %b) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %z = mul i8 %x, %y
  %r = zext i8 %z to i32
  ret i32 %r
}
define i32 @i16(i32 %a, i32 %b) {
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %z = mul i16 %x, %y
  %r = zext i16 %z to i32
  ret i32 %r
}
define i32 @i32(i32 %a, i32 %b) {
  %r = mul i32 %a, %b
  ret i32 %r
}
define i64 @i64(i64 %a, i64 %b) {
  %r = mul i64 %a, %b
  ret i64 %r
}
define i32 @by_constant(i32 %a) {
  %r = mul i32 %a, 7
  ret i32 %r
}
define i32 @of_constant(i32 %a) {
  %r = mul i32 -100, %a
  ret i32 %r
}
define i64 @wide_by_constant(i64 %a) {
  %r = mul i64 %a, 7
  ret i64 %r
}
define <4 x i32> @v4i32(<4 x i32> %a, <4 x i32> %b) {
  %r = mul <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <8 x i16> @v8i16(<8 x i16> %a, <8 x i16> %b) {
  %r = mul <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <16 x i8> @v16i8(<16 x i8> %a, <16 x i8> %b) {
  %r = mul <16 x i8> %a, %b
  ret <16 x i8> %r
}
