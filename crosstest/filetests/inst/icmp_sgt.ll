; Integer comparison: sgt.
; run: @i8(i32 0, i32 0) -> i32 0
; run: @i8(i32 1, i32 2) -> i32 0
; run: @i8(i32 2, i32 1) -> i32 1
; run: @i8(i32 -1, i32 1) -> i32 0
; run: @i8(i32 1, i32 -1) -> i32 1
; run: @i8(i32 -128, i32 127) -> i32 0
; run: @i8(i32 127, i32 -128) -> i32 1
; run: @i8(i32 -128, i32 -128) -> i32 0
; run: @i16(i32 0, i32 0) -> i32 0
; run: @i16(i32 1, i32 2) -> i32 0
; run: @i16(i32 2, i32 1) -> i32 1
; run: @i16(i32 -1, i32 1) -> i32 0
; run: @i16(i32 1, i32 -1) -> i32 1
; run: @i16(i32 -32768, i32 32767) -> i32 0
; run: @i16(i32 32767, i32 -32768) -> i32 1
; run: @i16(i32 -32768, i32 -32768) -> i32 0
; run: @i32(i32 0, i32 0) -> i32 0
; run: @i32(i32 1, i32 2) -> i32 0
; run: @i32(i32 2, i32 1) -> i32 1
; run: @i32(i32 -1, i32 1) -> i32 0
; run: @i32(i32 1, i32 -1) -> i32 1
; run: @i32(i32 -2147483648, i32 2147483647) -> i32 0
; run: @i32(i32 2147483647, i32 -2147483648) -> i32 1
; run: @i32(i32 -2147483648, i32 -2147483648) -> i32 0
; run: @i64(i64 0, i64 0) -> i32 0
; run: @i64(i64 1, i64 2) -> i32 0
; run: @i64(i64 2, i64 1) -> i32 1
; run: @i64(i64 -1, i64 1) -> i32 0
; run: @i64(i64 1, i64 -1) -> i32 1
; run: @i64(i64 -9223372036854775808, i64 9223372036854775807) -> i32 0
; run: @i64(i64 9223372036854775807, i64 -9223372036854775808) -> i32 1
; run: @i64(i64 -9223372036854775808, i64 -9223372036854775808) -> i32 0
; run: @i64(i64 4294967296, i64 1) -> i32 1
; run: @i64(i64 1, i64 4294967296) -> i32 0
; run: @i64(i64 4294967297, i64 4294967298) -> i32 0
; run: @v4i32(<4 x i32> <0, 1, -1, -2147483648>, <4 x i32> <0, 2, 1, 2147483647>) -> <4 x i32> <0, 0, 0, 0>
; run: @v8i16(<8 x i16> <0, 1, -1, -32768, 0, 1, -1, -32768>, <8 x i16> <0, 2, 1, 32767, 0, 2, 1, 32767>) -> <8 x i16> <0, 0, 0, 0, 0, 0, 0, 0>
; run: @v16i8(<16 x i8> <0, 1, -1, -128, 0, 1, -1, -128, 0, 1, -1, -128, 0, 1, -1, -128>, <16 x i8> <0, 2, 1, 127, 0, 2, 1, 127, 0, 2, 1, 127, 0, 2, 1, 127>) -> <16 x i8> <0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>
; run: @branch(i32 0, i32 0) -> i32 0
; run: @branch(i32 -1, i32 1) -> i32 0
; run: @branch(i32 1, i32 -1) -> i32 1
; run: @constant_left(i32 4) -> i32 1
; run: @constant_right(i32 4) -> i32 0
; run: @wide_constant_left(i64 4) -> i32 1
; run: @constant_left(i32 5) -> i32 0
; run: @constant_right(i32 5) -> i32 0
; run: @wide_constant_left(i64 5) -> i32 1
; run: @constant_left(i32 6) -> i32 0
; run: @constant_right(i32 6) -> i32 1
; run: @wide_constant_left(i64 6) -> i32 1
; run: @constant_left(i32 -1) -> i32 1
; run: @constant_right(i32 -1) -> i32 0
; run: @wide_constant_left(i64 -1) -> i32 1
; run: @wide_constant_left(i64 4294967301) -> i32 0
; check x8632 x8664 @i32: cmp
; check x8632 x8664 @i32: setg
; check arm32 @branch: cmp

define i32 @i8(i32 %a, i32 %b) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %c = icmp sgt i8 %x, %y
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @i16(i32 %a, i32 %b) {
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %c = icmp sgt i16 %x, %y
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @i32(i32 %a, i32 %b) {
  %c = icmp sgt i32 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @i64(i64 %a, i64 %b) {
  %c = icmp sgt i64 %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define <4 x i32> @v4i32(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp sgt <4 x i32> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <8 x i16> @v8i16(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp sgt <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <16 x i8> @v16i8(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp sgt <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define i32 @branch(i32 %a, i32 %b) {
  %c = icmp sgt i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
define i32 @constant_left(i32 %a) {
  %c = icmp sgt i32 5, %a
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @constant_right(i32 %a) {
  %c = icmp sgt i32 %a, 5
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @wide_constant_left(i64 %a) {
  %c = icmp sgt i64 4294967301, %a
  %r = zext i1 %c to i32
  ret i32 %r
}
