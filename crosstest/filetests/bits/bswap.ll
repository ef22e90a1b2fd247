; Reversed bytes.
; run: @i16(i32 0) -> i32 0
; run: @i16(i32 1) -> i32 256
; run: @i16(i32 65535) -> i32 65535
; run: @i16(i32 32768) -> i32 128
; run: @i16(i32 52719) -> i32 61389
; run: @i16(i32 240) -> i32 61440
; run: @i32(i32 0) -> i32 0
; run: @i32(i32 1) -> i32 16777216
; run: @i32(i32 -1) -> i32 -1
; run: @i32(i32 -2147483648) -> i32 128
; run: @i32(i32 -1985229329) -> i32 -271733879
; run: @i32(i32 240) -> i32 -268435456
; run: @i64(i64 0) -> i64 0
; run: @i64(i64 1) -> i64 72057594037927936
; run: @i64(i64 -1) -> i64 -1
; run: @i64(i64 -9223372036854775808) -> i64 128
; run: @i64(i64 81985529216486895) -> i64 -1167088121787636991
; run: @i64(i64 240) -> i64 -1152921504606846976
; check x8632 x8664 @i32: bswap
; check arm32 @i32: rev

declare i16 @llvm.bswap.i16(i16)
define i32 @i16(i32 %a) {
  %x = trunc i32 %a to i16
  %r = call i16 @llvm.bswap.i16(i16 %x)
  %w = zext i16 %r to i32
  ret i32 %w
}
declare i32 @llvm.bswap.i32(i32)
define i32 @i32(i32 %a) {
  %r = call i32 @llvm.bswap.i32(i32 %a)
  ret i32 %r
}
declare i64 @llvm.bswap.i64(i64)
define i64 @i64(i64 %a) {
  %r = call i64 @llvm.bswap.i64(i64 %a)
  ret i64 %r
}
