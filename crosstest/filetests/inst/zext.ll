; Zero extension.
; run: @i1_to_i8(i32 0) -> i32 0
; run: @i1_to_i8(i32 1) -> i32 1
; run: @i1_to_i8(i32 -1) -> i32 1
; run: @i1_to_i8(i32 128) -> i32 0
; run: @i1_to_i8(i32 32767) -> i32 1
; run: @i1_to_i8(i32 -32768) -> i32 0
; run: @i1_to_i8(i32 -1698898192) -> i32 0
; run: @i1_to_i16(i32 0) -> i32 0
; run: @i1_to_i16(i32 1) -> i32 1
; run: @i1_to_i16(i32 -1) -> i32 1
; run: @i1_to_i16(i32 128) -> i32 0
; run: @i1_to_i16(i32 32767) -> i32 1
; run: @i1_to_i16(i32 -32768) -> i32 0
; run: @i1_to_i16(i32 -1698898192) -> i32 0
; run: @i1_to_i32(i32 0) -> i32 0
; run: @i1_to_i32(i32 1) -> i32 1
; run: @i1_to_i32(i32 -1) -> i32 1
; run: @i1_to_i32(i32 128) -> i32 0
; run: @i1_to_i32(i32 32767) -> i32 1
; run: @i1_to_i32(i32 -32768) -> i32 0
; run: @i1_to_i32(i32 -1698898192) -> i32 0
; run: @i1_to_i64(i32 0) -> i64 0
; run: @i1_to_i64(i32 1) -> i64 1
; run: @i1_to_i64(i32 -1) -> i64 1
; run: @i1_to_i64(i32 128) -> i64 0
; run: @i1_to_i64(i32 32767) -> i64 1
; run: @i1_to_i64(i32 -32768) -> i64 0
; run: @i1_to_i64(i32 -1698898192) -> i64 0
; run: @i8_to_i16(i32 0) -> i32 0
; run: @i8_to_i16(i32 1) -> i32 1
; run: @i8_to_i16(i32 -1) -> i32 255
; run: @i8_to_i16(i32 128) -> i32 128
; run: @i8_to_i16(i32 32767) -> i32 255
; run: @i8_to_i16(i32 -32768) -> i32 0
; run: @i8_to_i16(i32 -1698898192) -> i32 240
; run: @i8_to_i32(i32 0) -> i32 0
; run: @i8_to_i32(i32 1) -> i32 1
; run: @i8_to_i32(i32 -1) -> i32 255
; run: @i8_to_i32(i32 128) -> i32 128
; run: @i8_to_i32(i32 32767) -> i32 255
; run: @i8_to_i32(i32 -32768) -> i32 0
; run: @i8_to_i32(i32 -1698898192) -> i32 240
; run: @i8_to_i64(i32 0) -> i64 0
; run: @i8_to_i64(i32 1) -> i64 1
; run: @i8_to_i64(i32 -1) -> i64 255
; run: @i8_to_i64(i32 128) -> i64 128
; run: @i8_to_i64(i32 32767) -> i64 255
; run: @i8_to_i64(i32 -32768) -> i64 0
; run: @i8_to_i64(i32 -1698898192) -> i64 240
; run: @i16_to_i32(i32 0) -> i32 0
; run: @i16_to_i32(i32 1) -> i32 1
; run: @i16_to_i32(i32 -1) -> i32 65535
; run: @i16_to_i32(i32 128) -> i32 128
; run: @i16_to_i32(i32 32767) -> i32 32767
; run: @i16_to_i32(i32 -32768) -> i32 32768
; run: @i16_to_i32(i32 -1698898192) -> i32 57072
; run: @i16_to_i64(i32 0) -> i64 0
; run: @i16_to_i64(i32 1) -> i64 1
; run: @i16_to_i64(i32 -1) -> i64 65535
; run: @i16_to_i64(i32 128) -> i64 128
; run: @i16_to_i64(i32 32767) -> i64 32767
; run: @i16_to_i64(i32 -32768) -> i64 32768
; run: @i16_to_i64(i32 -1698898192) -> i64 57072
; run: @i32_to_i64(i32 0) -> i64 0
; run: @i32_to_i64(i32 1) -> i64 1
; run: @i32_to_i64(i32 -1) -> i64 4294967295
; run: @i32_to_i64(i32 128) -> i64 128
; run: @i32_to_i64(i32 32767) -> i64 32767
; run: @i32_to_i64(i32 -32768) -> i64 4294934528
; run: @i32_to_i64(i32 -1698898192) -> i64 2596069104
; run: @v4i32(<4 x i32> <7, 2, 2, 7>) -> <4 x i32> <1, 0, 0, 1>
; run: @v8i16(<8 x i16> <7, 2, 2, 7, 7, 2, 2, 7>) -> <8 x i16> <1, 0, 0, 1, 1, 0, 0, 1>
; run: @v16i8(<16 x i8> <7, 2, 2, 7, 7, 2, 2, 7, 7, 2, 2, 7, 7, 2, 2, 7>) -> <16 x i8> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>
; check x8632/Om1 x8664/Om1 @i8_to_i32: movzx
; check arm32/Om1 @i8_to_i32: uxtb
; check arm32/Om1 @i16_to_i32: uxth

define i32 @i1_to_i8(i32 %a) {
  %x = trunc i32 %a to i1
  %y = zext i1 %x to i8
  %r = zext i8 %y to i32
  ret i32 %r
}
define i32 @i1_to_i16(i32 %a) {
  %x = trunc i32 %a to i1
  %y = zext i1 %x to i16
  %r = zext i16 %y to i32
  ret i32 %r
}
define i32 @i1_to_i32(i32 %a) {
  %x = trunc i32 %a to i1
  %y = zext i1 %x to i32
  ret i32 %y
}
define i64 @i1_to_i64(i32 %a) {
  %x = trunc i32 %a to i1
  %y = zext i1 %x to i64
  ret i64 %y
}
define i32 @i8_to_i16(i32 %a) {
  %x = trunc i32 %a to i8
  %y = zext i8 %x to i16
  %r = zext i16 %y to i32
  ret i32 %r
}
define i32 @i8_to_i32(i32 %a) {
  %x = trunc i32 %a to i8
  %y = zext i8 %x to i32
  ret i32 %y
}
define i64 @i8_to_i64(i32 %a) {
  %x = trunc i32 %a to i8
  %y = zext i8 %x to i64
  ret i64 %y
}
define i32 @i16_to_i32(i32 %a) {
  %x = trunc i32 %a to i16
  %y = zext i16 %x to i32
  ret i32 %y
}
define i64 @i16_to_i64(i32 %a) {
  %x = trunc i32 %a to i16
  %y = zext i16 %x to i64
  ret i64 %y
}
define i64 @i32_to_i64(i32 %a) {
  %y = zext i32 %a to i64
  ret i64 %y
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
