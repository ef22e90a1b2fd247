; Number of ones.
; run: @i32(i32 0) -> i32 0
; run: @i32(i32 1) -> i32 1
; run: @i32(i32 -1) -> i32 32
; run: @i32(i32 -2147483648) -> i32 1
; run: @i32(i32 -1985229329) -> i32 20
; run: @i32(i32 240) -> i32 4
; run: @i64(i64 0) -> i64 0
; run: @i64(i64 1) -> i64 1
; run: @i64(i64 -1) -> i64 64
; run: @i64(i64 -9223372036854775808) -> i64 1
; run: @i64(i64 81985529216486895) -> i64 32
; run: @i64(i64 240) -> i64 4
; check x8632 x8664 @i32: and ... 0x55555555

declare i32 @llvm.ctpop.i32(i32)
define i32 @i32(i32 %a) {
  %r = call i32 @llvm.ctpop.i32(i32 %a)
  ret i32 %r
}
declare i64 @llvm.ctpop.i64(i64)
define i64 @i64(i64 %a) {
  %r = call i64 @llvm.ctpop.i64(i64 %a)
  ret i64 %r
}
