; Addition wraps around.
; run: @i8(i32 100, i32 7) -> i32 107
; run: @i8(i32 -100, i32 7) -> i32 163
; run: @i8(i32 -128, i32 3) -> i32 131
; run: @i8(i32 -1, i32 -128) -> i32 127
; run: @i8(i32 127, i32 2) -> i32 129
; run: @i8(i32 -128, i32 -1) -> i32 127
; run: @i8(i32 0, i32 -5) -> i32 251
; run: @i16(i32 100, i32 7) -> i32 107
; run: @i16(i32 -100, i32 7) -> i32 65443
; run: @i16(i32 -32768, i32 3) -> i32 32771
; run: @i16(i32 -1, i32 -32768) -> i32 32767
; run: @i16(i32 32767, i32 2) -> i32 32769
; run: @i16(i32 -32768, i32 -1) -> i32 32767
; run: @i16(i32 0, i32 -5) -> i32 65531
; run: @i32(i32 100, i32 7) -> i32 107
; run: @i32(i32 -100, i32 7) -> i32 -93
; run: @i32(i32 -2147483648, i32 3) -> i32 -2147483645
; run: @i32(i32 -1, i32 -2147483648) -> i32 2147483647
; run: @i32(i32 2147483647, i32 2) -> i32 -2147483647
; run: @i32(i32 -2147483648, i32 -1) -> i32 2147483647
; run: @i32(i32 0, i32 -5) -> i32 -5
; run: @i64(i64 100, i64 7) -> i64 107
; run: @i64(i64 -100, i64 7) -> i64 -93
; run: @i64(i64 -9223372036854775808, i64 3) -> i64 -9223372036854775805
; run: @i64(i64 -1, i64 -9223372036854775808) -> i64 9223372036854775807
; run: @i64(i64 9223372036854775807, i64 2) -> i64 -9223372036854775807
; run: @i64(i64 -9223372036854775808, i64 -1) -> i64 9223372036854775807
; run: @i64(i64 0, i64 -5) -> i64 -5
; run: @by_constant(i32 100) -> i32 107
; run: @wide_by_constant(i64 429496729700) -> i64 429496729707
; run: @by_constant(i32 -100) -> i32 -93
; run: @wide_by_constant(i64 -429496729700) -> i64 -429496729693
; run: @by_constant(i32 1) -> i32 8
; run: @wide_by_constant(i64 4294967297) -> i64 4294967304
; run: @of_constant(i32 100) -> i32 0
; run: @of_constant(i32 -7) -> i32 -107
; run: @of_constant(i32 1) -> i32 -99
; run: @v4i32(<4 x i32> <100, -100, -2147483648, -1>, <4 x i32> <7, 7, 3, -2147483648>) -> <4 x i32> <107, -93, -2147483645, 2147483647>
; run: @v8i16(<8 x i16> <100, -100, -32768, -1, 32767, -32768, 0, 100>, <8 x i16> <7, 7, 3, -32768, 2, -1, -5, 7>) -> <8 x i16> <107, -93, -32765, 32767, -32767, 32767, -5, 107>
; run: @v16i8(<16 x i8> <100, -100, -128, -1, 127, -128, 0, 100, -100, -128, -1, 127, -128, 0, 100, -100>, <16 x i8> <7, 7, 3, -128, 2, -1, -5, 7, 7, 3, -128, 2, -1, -5, 7, 7>) -> <16 x i8> <107, -93, -125, 127, -127, 127, -5, 107, -93, -125, 127, -127, 127, -5, 107, -93>
; check mips32 @i32: addu
; check x8632 x8664 @i32: add e
; check x8632 @i64: add e
; check x8632 @i64: adc e
; check x8664 @i64: add r
; check arm32 @i32: add r
; check arm32 @i64: adds
; check arm32 @i64: adc
; check x8632 x8664 @v4i32: paddd
; check x8632 x8664 @v8i16: paddw
; check x8632 x8664 @v16i8: paddb
; check arm32 @v4i32: vadd.i32
; check arm32 @v8i16: vadd.i16
; check arm32 @v16i8: vadd.i8

define i32 @i8(i32 %a, i32 %b) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %z = add i8 %x, %y
  %r = zext i8 %z to i32
  ret i32 %r
}
define i32 @i16(i32 %a, i32 %b) {
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %z = add i16 %x, %y
  %r = zext i16 %z to i32
  ret i32 %r
}
define i32 @i32(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}
define i64 @i64(i64 %a, i64 %b) {
  %r = add i64 %a, %b
  ret i64 %r
}
define i32 @by_constant(i32 %a) {
  %r = add i32 %a, 7
  ret i32 %r
}
define i32 @of_constant(i32 %a) {
  %r = add i32 -100, %a
  ret i32 %r
}
define i64 @wide_by_constant(i64 %a) {
  %r = add i64 %a, 7
  ret i64 %r
}
define <4 x i32> @v4i32(<4 x i32> %a, <4 x i32> %b) {
  %r = add <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <8 x i16> @v8i16(<8 x i16> %a, <8 x i16> %b) {
  %r = add <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <16 x i8> @v16i8(<16 x i8> %a, <16 x i8> %b) {
  %r = add <16 x i8> %a, %b
  ret <16 x i8> %r
}
