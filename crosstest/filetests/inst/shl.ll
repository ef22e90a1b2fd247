; A shift to the left drops the high bits.
; run: @i8(i32 1, i32 7) -> i32 128
; run: @i8(i32 -1, i32 1) -> i32 254
; run: @i8(i32 90, i32 4) -> i32 160
; run: @i8(i32 -128, i32 7) -> i32 0
; run: @i8(i32 -3, i32 0) -> i32 253
; run: @i16(i32 1, i32 15) -> i32 32768
; run: @i16(i32 -1, i32 1) -> i32 65534
; run: @i16(i32 90, i32 8) -> i32 23040
; run: @i16(i32 -32768, i32 15) -> i32 0
; run: @i16(i32 -3, i32 0) -> i32 65533
; run: @i32(i32 1, i32 31) -> i32 -2147483648
; run: @i32(i32 -1, i32 1) -> i32 -2
; run: @i32(i32 90, i32 16) -> i32 5898240
; run: @i32(i32 -2147483648, i32 31) -> i32 0
; run: @i32(i32 -3, i32 0) -> i32 -3
; run: @i64(i64 1, i64 63) -> i64 -9223372036854775808
; run: @i64(i64 -1, i64 1) -> i64 -2
; run: @i64(i64 90, i64 32) -> i64 386547056640
; run: @i64(i64 -9223372036854775808, i64 63) -> i64 0
; run: @i64(i64 -3, i64 0) -> i64 -3
; run: @by_constant(i32 100) -> i32 800
; run: @wide_by_constant(i64 429496729700) -> i64 3435973837600
; run: @by_constant(i32 -100) -> i32 -800
; run: @wide_by_constant(i64 -429496729700) -> i64 -3435973837600
; run: @by_constant(i32 1) -> i32 8
; run: @wide_by_constant(i64 4294967297) -> i64 34359738376
; run: @of_constant(i32 1) -> i32 -200
; run: @of_constant(i32 31) -> i32 0
; run: @of_constant(i32 5) -> i32 -3200
; run: @v4i32(<4 x i32> <1, -1, 90, -2147483648>, <4 x i32> <31, 1, 16, 31>) -> <4 x i32> <-2147483648, -2, 5898240, 0>
; run: @v8i16(<8 x i16> <1, -1, 90, -32768, -3, 1, -1, 90>, <8 x i16> <15, 1, 8, 15, 0, 15, 1, 8>) -> <8 x i16> <-32768, -2, 23040, 0, -3, -32768, -2, 23040>
; run: @v16i8(<16 x i8> <1, -1, 90, -128, -3, 1, -1, 90, -128, -3, 1, -1, 90, -128, -3, 1>, <16 x i8> <7, 1, 4, 7, 0, 7, 1, 4, 7, 0, 7, 1, 4, 7, 0, 7>) -> <16 x i8> <-128, -2, -96, 0, -3, -128, -2, -96, 0, -3, -128, -2, -96, 0, -3, -128>
; check mips32 @i32: sllv
; check x8632 x8664 @i32: shl e
; check x8632 @i64: shld
; check x8664 @i64: shl r
; check arm32 @i32: lsl

define i32 @i8(i32 %a, i32 %b) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %z = shl i8 %x, %y
  %r = zext i8 %z to i32
  ret i32 %r
}
define i32 @i16(i32 %a, i32 %b) {
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %z = shl i16 %x, %y
  %r = zext i16 %z to i32
  ret i32 %r
}
define i32 @i32(i32 %a, i32 %b) {
  %r = shl i32 %a, %b
  ret i32 %r
}
define i64 @i64(i64 %a, i64 %b) {
  %r = shl i64 %a, %b
  ret i64 %r
}
define i32 @by_constant(i32 %a) {
  %r = shl i32 %a, 3
  ret i32 %r
}
define i32 @of_constant(i32 %a) {
  %r = shl i32 -100, %a
  ret i32 %r
}
define i64 @wide_by_constant(i64 %a) {
  %r = shl i64 %a, 3
  ret i64 %r
}
define <4 x i32> @v4i32(<4 x i32> %a, <4 x i32> %b) {
  %r = shl <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <8 x i16> @v8i16(<8 x i16> %a, <8 x i16> %b) {
  %r = shl <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <16 x i8> @v16i8(<16 x i8> %a, <16 x i8> %b) {
  %r = shl <16 x i8> %a, %b
  ret <16 x i8> %r
}
