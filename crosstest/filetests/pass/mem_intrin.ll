; Copies, moves and fills of a few bytes are accesses of memory, as wide as the target does them well; what is longer, or of a length that is
; not constant, is a call. The bytes beside stay.
; recipes: O2
; run: @copy24() -> i64 0x1716151413121110
; check-not x8632 x8664 arm32 mips32 @copy24: memcpy
; check x8632 x8664 @copy24: movups
; check arm32 @copy24: vst1
; check mips32 @copy24: lw
; run: @copy7(i32 0) -> i64 0x0006050403020100
; run: @copy7(i32 1) -> i64 0x0007060504030201
; check-not x8632 x8664 arm32 mips32 @copy7: memcpy
; run: @copy_nothing() -> i64 0
; check-not x8632 x8664 arm32 mips32 @copy_nothing: memcpy
; run: @move_up() -> i64 0x0605040302010001
; check-not x8632 x8664 arm32 mips32 @move_up: memmove
; run: @fill() -> i64 0x0000a5a5a5a5a5a5
; check-not x8632 x8664 arm32 mips32 @fill: memset
; check x8632 @fill: 0xa5a5a5a5
; run: @long() -> i64 0
; check x8632 x8664 @long: call memcpy
; check arm32 @long: bl memcpy
; check mips32 @long: jal memcpy
declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
declare void @llvm.memmove.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)
@data = internal constant [24 x i8] c"\00\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10\11\12\13\14\15\16\17", align 8
@cell = internal global [24 x i8] zeroinitializer, align 8
@away = internal global [300 x i8] zeroinitializer, align 8
define i64 @copy24() {
  %dst = bitcast [24 x i8]* @cell to i8*
  %src = bitcast [24 x i8]* @data to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %dst, i8* %src, i32 24, i32 4, i1 false)
  %cell = ptrtoint [24 x i8]* @cell to i32
  %at = add i32 %cell, 16
  %p = inttoptr i32 %at to i64*
  %r = load i64* %p, align 1
  ret i64 %r
}
define i64 @copy7(i32 %from) {
  %dst = bitcast [24 x i8]* @cell to i8*
  %data = ptrtoint [24 x i8]* @data to i32
  %at = add i32 %data, %from
  %src = inttoptr i32 %at to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %dst, i8* %src, i32 7, i32 1, i1 false)
  %p = bitcast [24 x i8]* @cell to i64*
  %r = load i64* %p, align 1
  ret i64 %r
}
define i64 @copy_nothing() {
  %dst = bitcast [24 x i8]* @cell to i8*
  %src = bitcast [24 x i8]* @data to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %dst, i8* %src, i32 0, i32 1, i1 false)
  %p = bitcast [24 x i8]* @cell to i64*
  %r = load i64* %p, align 1
  ret i64 %r
}
define i64 @move_up() {
  %cell = ptrtoint [24 x i8]* @cell to i32
  %p = bitcast [24 x i8]* @cell to i64*
  store i64 506097522914230528, i64* %p, align 1
  %up = add i32 %cell, 1
  %src = inttoptr i32 %cell to i8*
  %dst = inttoptr i32 %up to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %dst, i8* %src, i32 11, i32 1, i1 false)
  store i8 1, i8* %src, align 1
  %r = load i64* %p, align 1
  ret i64 %r
}
define i64 @fill() {
  %dst = bitcast [24 x i8]* @cell to i8*
  call void @llvm.memset.p0i8.i32(i8* %dst, i8 165, i32 6, i32 8, i1 false)
  %p = bitcast [24 x i8]* @cell to i64*
  %r = load i64* %p, align 1
  ret i64 %r
}
define i64 @long() {
  %away = ptrtoint [300 x i8]* @away to i32
  %half = add i32 %away, 150
  %dst = inttoptr i32 %half to i8*
  %src = bitcast [300 x i8]* @away to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %dst, i8* %src, i32 129, i32 1, i1 false)
  %p = bitcast [300 x i8]* @away to i64*
  %r = load i64* %p, align 1
  ret i64 %r
}
