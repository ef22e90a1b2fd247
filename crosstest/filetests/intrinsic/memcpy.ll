; Copies bytes: any length, any address; the bytes beside stay.
; run: @copy(i32 0, i32 8, i32 4) -> i32 0x04030201
; run: @copy(i32 3, i32 8, i32 4) -> i32 0x07060504
; run: @copy(i32 0, i32 9, i32 1) -> i32 0x0f
; run: @copy(i32 0, i32 8, i32 0) -> i32 0
; run: @constant() -> i64 0x0807060504030201
; run: @constant_byte() -> i32 5
; check x8632 x8664 @copy: call memcpy
; check arm32 @copy: bl memcpy

@data = internal constant [8 x i8] c"\01\02\03\04\05\06\07\08", align 1
@cell = internal global [16 x i8] zeroinitializer, align 1
declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)

; Copies n bytes from offset i of the data to the cell, and returns the word at offset d of the cell, which starts 8 bytes on, plus 14 if
; a single byte was asked for.
define i32 @copy(i32 %i, i32 %d, i32 %n) {
  %data = ptrtoint [8 x i8]* @data to i32
  %from = add i32 %data, %i
  %src = inttoptr i32 %from to i8*
  %cell = ptrtoint [16 x i8]* @cell to i32
  %to = add i32 %cell, %d
  %dst = inttoptr i32 %to to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %dst, i8* %src, i32 %n, i32 1, i1 false)
  %p = inttoptr i32 %to to i32*
  %w = load i32* %p, align 1
  %one = icmp eq i32 %n, 1
  %more = select i1 %one, i32 14, i32 0
  %r = add i32 %w, %more
  ret i32 %r
}
define i64 @constant() {
  %dst = bitcast [16 x i8]* @cell to i8*
  %src = bitcast [8 x i8]* @data to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %dst, i8* %src, i32 8, i32 1, i1 false)
  %p = bitcast [16 x i8]* @cell to i64*
  %r = load i64* %p, align 1
  ret i64 %r
}
define i32 @constant_byte() {
  %data = ptrtoint [8 x i8]* @data to i32
  %from = add i32 %data, 4
  %src = inttoptr i32 %from to i8*
  %dst = bitcast [16 x i8]* @cell to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %dst, i8* %src, i32 1, i32 1, i1 false)
  %p = bitcast [16 x i8]* @cell to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
