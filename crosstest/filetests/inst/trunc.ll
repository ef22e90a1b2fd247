; Truncation keeps the low bits.
; run: @i8_to_i1(i32 0) -> i32 0
; run: @i8_to_i1(i32 1) -> i32 1
; run: @i8_to_i1(i32 -1) -> i32 1
; run: @i8_to_i1(i32 128) -> i32 0
; run: @i8_to_i1(i32 32767) -> i32 1
; run: @i8_to_i1(i32 -32768) -> i32 0
; run: @i8_to_i1(i32 -1698898192) -> i32 0
; run: @i16_to_i1(i32 0) -> i32 0
; run: @i16_to_i1(i32 1) -> i32 1
; run: @i16_to_i1(i32 -1) -> i32 1
; run: @i16_to_i1(i32 128) -> i32 0
; run: @i16_to_i1(i32 32767) -> i32 1
; run: @i16_to_i1(i32 -32768) -> i32 0
; run: @i16_to_i1(i32 -1698898192) -> i32 0
; run: @i16_to_i8(i32 0) -> i32 0
; run: @i16_to_i8(i32 1) -> i32 1
; run: @i16_to_i8(i32 -1) -> i32 255
; run: @i16_to_i8(i32 128) -> i32 128
; run: @i16_to_i8(i32 32767) -> i32 255
; run: @i16_to_i8(i32 -32768) -> i32 0
; run: @i16_to_i8(i32 -1698898192) -> i32 240
; run: @i32_to_i1(i32 0) -> i32 0
; run: @i32_to_i1(i32 1) -> i32 1
; run: @i32_to_i1(i32 -1) -> i32 1
; run: @i32_to_i1(i32 128) -> i32 0
; run: @i32_to_i1(i32 32767) -> i32 1
; run: @i32_to_i1(i32 -32768) -> i32 0
; run: @i32_to_i1(i32 -1698898192) -> i32 0
; run: @i32_to_i8(i32 0) -> i32 0
; run: @i32_to_i8(i32 1) -> i32 1
; run: @i32_to_i8(i32 -1) -> i32 255
; run: @i32_to_i8(i32 128) -> i32 128
; run: @i32_to_i8(i32 32767) -> i32 255
; run: @i32_to_i8(i32 -32768) -> i32 0
; run: @i32_to_i8(i32 -1698898192) -> i32 240
; run: @i32_to_i16(i32 0) -> i32 0
; run: @i32_to_i16(i32 1) -> i32 1
; run: @i32_to_i16(i32 -1) -> i32 65535
; run: @i32_to_i16(i32 128) -> i32 128
; run: @i32_to_i16(i32 32767) -> i32 32767
; run: @i32_to_i16(i32 -32768) -> i32 32768
; run: @i32_to_i16(i32 -1698898192) -> i32 57072
; run: @i64_to_i1(i64 0) -> i32 0
; run: @i64_to_i1(i64 1) -> i32 1
; run: @i64_to_i1(i64 -1) -> i32 1
; run: @i64_to_i1(i64 128) -> i32 0
; run: @i64_to_i1(i64 32767) -> i32 1
; run: @i64_to_i1(i64 -32768) -> i32 0
; run: @i64_to_i1(i64 1311768467463790320) -> i32 0
; run: @i64_to_i8(i64 0) -> i32 0
; run: @i64_to_i8(i64 1) -> i32 1
; run: @i64_to_i8(i64 -1) -> i32 255
; run: @i64_to_i8(i64 128) -> i32 128
; run: @i64_to_i8(i64 32767) -> i32 255
; run: @i64_to_i8(i64 -32768) -> i32 0
; run: @i64_to_i8(i64 1311768467463790320) -> i32 240
; run: @i64_to_i16(i64 0) -> i32 0
; run: @i64_to_i16(i64 1) -> i32 1
; run: @i64_to_i16(i64 -1) -> i32 65535
; run: @i64_to_i16(i64 128) -> i32 128
; run: @i64_to_i16(i64 32767) -> i32 32767
; run: @i64_to_i16(i64 -32768) -> i32 32768
; run: @i64_to_i16(i64 1311768467463790320) -> i32 57072
; run: @i64_to_i32(i64 0) -> i32 0
; run: @i64_to_i32(i64 1) -> i32 1
; run: @i64_to_i32(i64 -1) -> i32 -1
; run: @i64_to_i32(i64 128) -> i32 128
; run: @i64_to_i32(i64 32767) -> i32 32767
; run: @i64_to_i32(i64 -32768) -> i32 -32768
; run: @i64_to_i32(i64 1311768467463790320) -> i32 -1698898192
; run: @v4i32(<4 x i32> <3, 2, -2, -1>) -> <4 x i32> <1, 0, 0, 1>
; run: @v8i16(<8 x i16> <3, 2, -2, -1, 3, 2, -2, -1>) -> <8 x i16> <1, 0, 0, 1, 1, 0, 0, 1>
; run: @v16i8(<16 x i8> <3, 2, -2, -1, 3, 2, -2, -1, 3, 2, -2, -1, 3, 2, -2, -1>) -> <16 x i8> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>

define i32 @i8_to_i1(i32 %a) {
  %x = trunc i32 %a to i8
  %y = trunc i8 %x to i1
  %r = zext i1 %y to i32
  ret i32 %r
}
define i32 @i16_to_i1(i32 %a) {
  %x = trunc i32 %a to i16
  %y = trunc i16 %x to i1
  %r = zext i1 %y to i32
  ret i32 %r
}
define i32 @i16_to_i8(i32 %a) {
  %x = trunc i32 %a to i16
  %y = trunc i16 %x to i8
  %r = zext i8 %y to i32
  ret i32 %r
}
define i32 @i32_to_i1(i32 %a) {
  %y = trunc i32 %a to i1
  %r = zext i1 %y to i32
  ret i32 %r
}
define i32 @i32_to_i8(i32 %a) {
  %y = trunc i32 %a to i8
  %r = zext i8 %y to i32
  ret i32 %r
}
define i32 @i32_to_i16(i32 %a) {
  %y = trunc i32 %a to i16
  %r = zext i16 %y to i32
  ret i32 %r
}
define i32 @i64_to_i1(i64 %a) {
  %y = trunc i64 %a to i1
  %r = zext i1 %y to i32
  ret i32 %r
}
define i32 @i64_to_i8(i64 %a) {
  %y = trunc i64 %a to i8
  %r = zext i8 %y to i32
  ret i32 %r
}
define i32 @i64_to_i16(i64 %a) {
  %y = trunc i64 %a to i16
  %r = zext i16 %y to i32
  ret i32 %r
}
define i32 @i64_to_i32(i64 %a) {
  %y = trunc i64 %a to i32
  ret i32 %y
}
define <4 x i32> @v4i32(<4 x i32> %a) {
  %c = trunc <4 x i32> %a to <4 x i1>
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <8 x i16> @v8i16(<8 x i16> %a) {
  %c = trunc <8 x i16> %a to <8 x i1>
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <16 x i8> @v16i8(<16 x i8> %a) {
  %c = trunc <16 x i8> %a to <16 x i1>
  %r = zext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
