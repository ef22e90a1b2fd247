; Moves bytes between ranges that overlap, in both directions.
; run: @move(i32 0, i32 2, i32 4) -> i64 0x0807040302010201
; run: @move(i32 2, i32 0, i32 4) -> i64 0x0807060506050403
; run: @move(i32 1, i32 1, i32 4) -> i64 0x0807060504030201
; run: @move(i32 0, i32 4, i32 0) -> i64 0x0807060504030201
; check x8632 x8664 @move: call memmove
; check arm32 @move: bl memmove

@cell = internal global [8 x i8] c"\01\02\03\04\05\06\07\08", align 1
declare void @llvm.memmove.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)

define i64 @move(i32 %from, i32 %to, i32 %n) {
  %cell = ptrtoint [8 x i8]* @cell to i32
  %f = add i32 %cell, %from
  %t = add i32 %cell, %to
  %src = inttoptr i32 %f to i8*
  %dst = inttoptr i32 %t to i8*
  call void @llvm.memmove.p0i8.p0i8.i32(i8* %dst, i8* %src, i32 %n, i32 1, i1 false)
  %p = bitcast [8 x i8]* @cell to i64*
  %r = load i64* %p, align 1
  ret i64 %r
}
