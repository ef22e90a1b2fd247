; Leading zeros.
; run: @i32(i32 0) -> i32 32
; run: @i32(i32 1) -> i32 31
; run: @i32(i32 -1) -> i32 0
; run: @i32(i32 -2147483648) -> i32 0
; run: @i32(i32 -1985229329) -> i32 0
; run: @i32(i32 240) -> i32 24
; run: @i32_not_zero(i32 1) -> i32 31
; run: @i32_not_zero(i32 16) -> i32 27
; run: @i32_not_zero(i32 0) -> i32 ?
; run: @i64(i64 0) -> i64 64
; run: @i64(i64 1) -> i64 63
; run: @i64(i64 -1) -> i64 0
; run: @i64(i64 -9223372036854775808) -> i64 0
; run: @i64(i64 81985529216486895) -> i64 7
; run: @i64(i64 240) -> i64 56
; run: @i64_not_zero(i64 1) -> i64 63
; run: @i64_not_zero(i64 16) -> i64 59
; run: @i64_not_zero(i64 0) -> i64 ?
; check x8632 x8664 @i32: bsr
; check arm32 @i32: clz

declare i32 @llvm.ctlz.i32(i32, i1)
define i32 @i32(i32 %a) {
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  ret i32 %r
}
define i32 @i32_not_zero(i32 %a) {
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 true)
  ret i32 %r
}
declare i64 @llvm.ctlz.i64(i64, i1)
define i64 @i64(i64 %a) {
  %r = call i64 @llvm.ctlz.i64(i64 %a, i1 false)
  ret i64 %r
}
define i64 @i64_not_zero(i64 %a) {
  %r = call i64 @llvm.ctlz.i64(i64 %a, i1 true)
  ret i64 %r
}
