; Fills bytes; the value is the low byte of what was computed.
; run: @fill(i32 171, i32 8) -> i64 0xabababababababab
; run: @fill(i32 0x1cd, i32 3) -> i64 0xcdcdcd
; run: @fill(i32 1, i32 0) -> i64 0
; run: @constant() -> i64 0x7f7f7f7f7f
; check x8632 x8664 @fill: call memset
; check arm32 @fill: bl memset

@cell = internal global [8 x i8] zeroinitializer, align 1
declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)

define i64 @fill(i32 %a, i32 %n) {
  %v = trunc i32 %a to i8
  %dst = bitcast [8 x i8]* @cell to i8*
  call void @llvm.memset.p0i8.i32(i8* %dst, i8 %v, i32 %n, i32 1, i1 false)
  %p = bitcast [8 x i8]* @cell to i64*
  %r = load i64* %p, align 1
  ret i64 %r
}
define i64 @constant() {
  %dst = bitcast [8 x i8]* @cell to i8*
  call void @llvm.memset.p0i8.i32(i8* %dst, i8 127, i32 5, i32 1, i1 false)
  %p = bitcast [8 x i8]* @cell to i64*
  %r = load i64* %p, align 1
  ret i64 %r
}
