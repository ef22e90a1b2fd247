; Compare and exchange of 64 bits: stores only if the old value is the expected one, and returns the old one.
; run: @old(i64 -8613303245920329199, i64 5) -> i64 -8613303245920329199
; run: @old(i64 -8613303245920329200, i64 5) -> i64 -8613303245920329199
; run: @new(i64 -8613303245920329199, i64 5) -> i64 5
; run: @new(i64 -8613303245920329200, i64 5) -> i64 -8613303245920329199
; run: @new(i64 -8613302146408701423, i64 5) -> i64 -8613303245920329199
; check x8632 @old: lock cmpxchg8b
; check x8664 @old: lock cmpxchg
; check arm32 @old: strexd

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i64 @llvm.nacl.atomic.cmpxchg.i64(i64*, i64, i64, i32, i32)
define i64 @old(i64 %a, i64 %b) {
  %p = bitcast [8 x i8]* @cell to i64*
  %r = call i64 @llvm.nacl.atomic.cmpxchg.i64(i64* %p, i64 %a, i64 %b, i32 6, i32 6)
  ret i64 %r
}
define i64 @new(i64 %a, i64 %b) {
  %p = bitcast [8 x i8]* @cell to i64*
  %r = call i64 @llvm.nacl.atomic.cmpxchg.i64(i64* %p, i64 %a, i64 %b, i32 6, i32 6)
  %n = load i64* %p, align 1
  ret i64 %n
}
