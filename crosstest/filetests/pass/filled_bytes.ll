; Fills with a byte that is no constant are stores of words that it is multiplied to.
; recipes: O2 O3
; run: @eight(i32 423) -> i64 0xa7a7a7a7a7a7a7a7
; check-not x8632 x8664 arm32 mips32 @eight: memset
; run: @seven(i32 18, i64 -1) -> i64 0xff12121212121212
; run: @one(i32 258, i64 0) -> i64 2
; run: @two(i32 1, i64 0) -> i64 257
; run: @aligned(i32 5, i64 -1) -> i64 0x0505050505050505
; run: @large(i32 9) -> i64 0x0909090909090909
@place = internal global [80 x i8] zeroinitializer, align 8
declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)
define i64 @eight(i32 %b) {
  %byte = trunc i32 %b to i8
  %p = bitcast [80 x i8]* @place to i8*
  call void @llvm.memset.p0i8.i32(i8* %p, i8 %byte, i32 8, i32 1, i1 false)
  %q = bitcast [80 x i8]* @place to i64*
  %v = load i64* %q, align 1
  ret i64 %v
}
; What is behind stays.
define i64 @seven(i32 %b, i64 %old) {
  %byte = trunc i32 %b to i8
  %q = bitcast [80 x i8]* @place to i64*
  store i64 %old, i64* %q, align 1
  %p = bitcast [80 x i8]* @place to i8*
  call void @llvm.memset.p0i8.i32(i8* %p, i8 %byte, i32 7, i32 1, i1 false)
  %v = load i64* %q, align 1
  ret i64 %v
}
define i64 @one(i32 %b, i64 %old) {
  %byte = trunc i32 %b to i8
  %q = bitcast [80 x i8]* @place to i64*
  store i64 %old, i64* %q, align 1
  %p = bitcast [80 x i8]* @place to i8*
  call void @llvm.memset.p0i8.i32(i8* %p, i8 %byte, i32 1, i32 1, i1 false)
  %v = load i64* %q, align 1
  ret i64 %v
}
define i64 @two(i32 %b, i64 %old) {
  %byte = trunc i32 %b to i8
  %q = bitcast [80 x i8]* @place to i64*
  store i64 %old, i64* %q, align 1
  %p = bitcast [80 x i8]* @place to i8*
  call void @llvm.memset.p0i8.i32(i8* %p, i8 %byte, i32 2, i32 2, i1 false)
  %v = load i64* %q, align 1
  ret i64 %v
}
define i64 @aligned(i32 %b, i64 %old) {
  %byte = trunc i32 %b to i8
  %q = bitcast [80 x i8]* @place to i64*
  store i64 %old, i64* %q, align 1
  %p = bitcast [80 x i8]* @place to i8*
  call void @llvm.memset.p0i8.i32(i8* %p, i8 %byte, i32 12, i32 8, i1 false)
  %v = load i64* %q, align 1
  ret i64 %v
}
; Too many for stores.
define i64 @large(i32 %b) {
  %byte = trunc i32 %b to i8
  %p = bitcast [80 x i8]* @place to i8*
  call void @llvm.memset.p0i8.i32(i8* %p, i8 %byte, i32 80, i32 1, i1 false)
  %base = ptrtoint [80 x i8]* @place to i32
  %at = add i32 %base, 72
  %q = inttoptr i32 %at to i64*
  %v = load i64* %q, align 1
  ret i64 %v
}
