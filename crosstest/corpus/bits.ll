; Byte swap, counts of zeros and ones, rotation.
; run: @bswap16(i32 0x1234) -> i32 0x3412
; run: @bswap32(i32 0x12345678) -> i32 0x78563412
; run: @bswap64(i64 0x0102030405060708) -> i64 0x0807060504030201
; run: @ctlz32(i32 0) -> i32 32
; run: @ctlz64(i64 0) -> i64 64
; run: @cttz32(i32 0) -> i32 32
; run: @cttz64(i64 0) -> i64 64
; run: @ctlz64(i64 1) -> i64 63
; run: @cttz64(i64 0x100000000) -> i64 32
; run: @ctpop64(i64 -1) -> i64 64
; run: @ctpop32(i32 0) -> i32 0
; edges: @bswap16 @bswap32 @ctpop32 @ctlz32 @ctlz32_not_zero @cttz32 @cttz32_not_zero @rotate32 @bswap64 @ctpop64 @ctlz64 @ctlz64_not_zero @cttz64 @cttz64_not_zero @rotate64

declare i16 @llvm.bswap.i16(i16)
declare i32 @llvm.bswap.i32(i32)
declare i64 @llvm.bswap.i64(i64)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctpop.i64(i64)
define i32 @bswap16(i32 %a) {
  %n = trunc i32 %a to i16
  %r = call i16 @llvm.bswap.i16(i16 %n)
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @bswap32(i32 %a) {
  %r = call i32 @llvm.bswap.i32(i32 %a)
  ret i32 %r
}
define i32 @ctpop32(i32 %a) {
  %r = call i32 @llvm.ctpop.i32(i32 %a)
  ret i32 %r
}
define i32 @ctlz32(i32 %a) {
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  ret i32 %r
}
define i32 @ctlz32_not_zero(i32 %a) {
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 true)
  ret i32 %r
}
define i32 @cttz32(i32 %a) {
  %r = call i32 @llvm.cttz.i32(i32 %a, i1 false)
  ret i32 %r
}
define i32 @cttz32_not_zero(i32 %a) {
  %r = call i32 @llvm.cttz.i32(i32 %a, i1 true)
  ret i32 %r
}
define i32 @rotate32(i32 %a, i32 %n) {
  %m = and i32 %n, 31
  %left = shl i32 %a, %m
  %k = sub i32 0, %m
  %l = and i32 %k, 31
  %right = lshr i32 %a, %l
  %r = or i32 %left, %right
  ret i32 %r
}
define i64 @bswap64(i64 %a) {
  %r = call i64 @llvm.bswap.i64(i64 %a)
  ret i64 %r
}
define i64 @ctpop64(i64 %a) {
  %r = call i64 @llvm.ctpop.i64(i64 %a)
  ret i64 %r
}
define i64 @ctlz64(i64 %a) {
  %r = call i64 @llvm.ctlz.i64(i64 %a, i1 false)
  ret i64 %r
}
define i64 @ctlz64_not_zero(i64 %a) {
  %r = call i64 @llvm.ctlz.i64(i64 %a, i1 true)
  ret i64 %r
}
define i64 @cttz64(i64 %a) {
  %r = call i64 @llvm.cttz.i64(i64 %a, i1 false)
  ret i64 %r
}
define i64 @cttz64_not_zero(i64 %a) {
  %r = call i64 @llvm.cttz.i64(i64 %a, i1 true)
  ret i64 %r
}
define i64 @rotate64(i64 %a, i64 %n) {
  %m = and i64 %n, 63
  %left = shl i64 %a, %m
  %k = sub i64 0, %m
  %l = and i64 %k, 63
  %right = lshr i64 %a, %l
  %r = or i64 %left, %right
  ret i64 %r
}
