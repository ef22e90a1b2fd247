; Truncation, zero and sign extension between every pair of integer types.
; run: @sext_i8_i64(i32 128) -> i64 -128
; run: @zext_i32_i64(i32 -1) -> i64 4294967295
; run: @sext_i1_i64(i32 1) -> i64 -1
; edges: @zext_i1_i8 @sext_i1_i8 @zext_i1_i16 @sext_i1_i16 @zext_i1_i32 @sext_i1_i32 @zext_i1_i64 @sext_i1_i64 @trunc_i8_i1 @zext_i8_i16 @sext_i8_i16 @zext_i8_i32 @sext_i8_i32 @zext_i8_i64 @sext_i8_i64 @trunc_i16_i1 @trunc_i16_i8 @zext_i16_i32 @sext_i16_i32 @zext_i16_i64 @sext_i16_i64 @trunc_i32_i1 @trunc_i32_i8 @trunc_i32_i16 @zext_i32_i64 @sext_i32_i64 @trunc_i64_i1 @trunc_i64_i8 @trunc_i64_i16 @trunc_i64_i32

define i32 @zext_i1_i8(i32 %a) {
  %s = trunc i32 %a to i1
  %r = zext i1 %s to i8
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @sext_i1_i8(i32 %a) {
  %s = trunc i32 %a to i1
  %r = sext i1 %s to i8
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @zext_i1_i16(i32 %a) {
  %s = trunc i32 %a to i1
  %r = zext i1 %s to i16
  %z = zext i16 %r to i32
  ret i32 %z
}
define i32 @sext_i1_i16(i32 %a) {
  %s = trunc i32 %a to i1
  %r = sext i1 %s to i16
  %z = zext i16 %r to i32
  ret i32 %z
}
define i32 @zext_i1_i32(i32 %a) {
  %s = trunc i32 %a to i1
  %r = zext i1 %s to i32
  ret i32 %r
}
define i32 @sext_i1_i32(i32 %a) {
  %s = trunc i32 %a to i1
  %r = sext i1 %s to i32
  ret i32 %r
}
define i64 @zext_i1_i64(i32 %a) {
  %s = trunc i32 %a to i1
  %r = zext i1 %s to i64
  ret i64 %r
}
define i64 @sext_i1_i64(i32 %a) {
  %s = trunc i32 %a to i1
  %r = sext i1 %s to i64
  ret i64 %r
}
define i32 @trunc_i8_i1(i32 %a) {
  %s = trunc i32 %a to i8
  %r = trunc i8 %s to i1
  %z = zext i1 %r to i32
  ret i32 %z
}
define i32 @zext_i8_i16(i32 %a) {
  %s = trunc i32 %a to i8
  %r = zext i8 %s to i16
  %z = zext i16 %r to i32
  ret i32 %z
}
define i32 @sext_i8_i16(i32 %a) {
  %s = trunc i32 %a to i8
  %r = sext i8 %s to i16
  %z = zext i16 %r to i32
  ret i32 %z
}
define i32 @zext_i8_i32(i32 %a) {
  %s = trunc i32 %a to i8
  %r = zext i8 %s to i32
  ret i32 %r
}
define i32 @sext_i8_i32(i32 %a) {
  %s = trunc i32 %a to i8
  %r = sext i8 %s to i32
  ret i32 %r
}
define i64 @zext_i8_i64(i32 %a) {
  %s = trunc i32 %a to i8
  %r = zext i8 %s to i64
  ret i64 %r
}
define i64 @sext_i8_i64(i32 %a) {
  %s = trunc i32 %a to i8
  %r = sext i8 %s to i64
  ret i64 %r
}
define i32 @trunc_i16_i1(i32 %a) {
  %s = trunc i32 %a to i16
  %r = trunc i16 %s to i1
  %z = zext i1 %r to i32
  ret i32 %z
}
define i32 @trunc_i16_i8(i32 %a) {
  %s = trunc i32 %a to i16
  %r = trunc i16 %s to i8
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @zext_i16_i32(i32 %a) {
  %s = trunc i32 %a to i16
  %r = zext i16 %s to i32
  ret i32 %r
}
define i32 @sext_i16_i32(i32 %a) {
  %s = trunc i32 %a to i16
  %r = sext i16 %s to i32
  ret i32 %r
}
define i64 @zext_i16_i64(i32 %a) {
  %s = trunc i32 %a to i16
  %r = zext i16 %s to i64
  ret i64 %r
}
define i64 @sext_i16_i64(i32 %a) {
  %s = trunc i32 %a to i16
  %r = sext i16 %s to i64
  ret i64 %r
}
define i32 @trunc_i32_i1(i32 %a) {
  %r = trunc i32 %a to i1
  %z = zext i1 %r to i32
  ret i32 %z
}
define i32 @trunc_i32_i8(i32 %a) {
  %r = trunc i32 %a to i8
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @trunc_i32_i16(i32 %a) {
  %r = trunc i32 %a to i16
  %z = zext i16 %r to i32
  ret i32 %z
}
define i64 @zext_i32_i64(i32 %a) {
  %r = zext i32 %a to i64
  ret i64 %r
}
define i64 @sext_i32_i64(i32 %a) {
  %r = sext i32 %a to i64
  ret i64 %r
}
define i32 @trunc_i64_i1(i64 %a) {
  %r = trunc i64 %a to i1
  %z = zext i1 %r to i32
  ret i32 %z
}
define i32 @trunc_i64_i8(i64 %a) {
  %r = trunc i64 %a to i8
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @trunc_i64_i16(i64 %a) {
  %r = trunc i64 %a to i16
  %z = zext i16 %r to i32
  ret i32 %z
}
define i32 @trunc_i64_i32(i64 %a) {
  %r = trunc i64 %a to i32
  ret i32 %r
}
