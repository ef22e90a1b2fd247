; What an atomic operation reads back is compared with zero soon after an operation gave its register what it writes: the flags say
; nothing of it, nor of what is written.
; edges: @exchange_eq_i8 @exchange_sgt_i8 @add_eq_i8 @add_sgt_i8 @sub_eq_i8 @sub_sgt_i8
; edges: @stored_i8
; edges: @exchange_eq_i16 @exchange_sgt_i16 @add_eq_i16 @add_sgt_i16 @sub_eq_i16 @sub_sgt_i16
; edges: @stored_i16
; edges: @exchange_eq_i32 @exchange_sgt_i32 @add_eq_i32 @add_sgt_i32 @sub_eq_i32 @sub_sgt_i32
; edges: @stored_i32
; edges: @exchange_eq_i64 @exchange_sgt_i64 @add_eq_i64 @add_sgt_i64 @sub_eq_i64 @sub_sgt_i64
; edges: @stored_i64
@cell = internal global [8 x i8] zeroinitializer, align 8
declare i8 @llvm.nacl.atomic.rmw.i8(i32, i8*, i8, i32)
declare void @llvm.nacl.atomic.store.i8(i8, i8*, i32)
declare i16 @llvm.nacl.atomic.rmw.i16(i32, i16*, i16, i32)
declare void @llvm.nacl.atomic.store.i16(i16, i16*, i32)
declare i32 @llvm.nacl.atomic.rmw.i32(i32, i32*, i32, i32)
declare void @llvm.nacl.atomic.store.i32(i32, i32*, i32)
declare i64 @llvm.nacl.atomic.rmw.i64(i32, i64*, i64, i32)
declare void @llvm.nacl.atomic.store.i64(i64, i64*, i32)
define i32 @exchange_eq_i8(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i8
  %yn = trunc i32 %y to i8
  %p = bitcast [8 x i8]* @cell to i8*
  store i8 %xn, i8* %p, align 1
  %v = sub i8 %xn, %yn
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 6, i8* %p, i8 %v, i32 6)
  %c = icmp eq i8 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @exchange_sgt_i8(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i8
  %yn = trunc i32 %y to i8
  %p = bitcast [8 x i8]* @cell to i8*
  store i8 %xn, i8* %p, align 1
  %v = sub i8 %xn, %yn
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 6, i8* %p, i8 %v, i32 6)
  %c = icmp sgt i8 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @add_eq_i8(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i8
  %yn = trunc i32 %y to i8
  %p = bitcast [8 x i8]* @cell to i8*
  store i8 %xn, i8* %p, align 1
  %v = sub i8 %xn, %yn
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 1, i8* %p, i8 %v, i32 6)
  %c = icmp eq i8 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @add_sgt_i8(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i8
  %yn = trunc i32 %y to i8
  %p = bitcast [8 x i8]* @cell to i8*
  store i8 %xn, i8* %p, align 1
  %v = sub i8 %xn, %yn
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 1, i8* %p, i8 %v, i32 6)
  %c = icmp sgt i8 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @sub_eq_i8(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i8
  %yn = trunc i32 %y to i8
  %p = bitcast [8 x i8]* @cell to i8*
  store i8 %xn, i8* %p, align 1
  %v = sub i8 %xn, %yn
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 2, i8* %p, i8 %v, i32 6)
  %c = icmp eq i8 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @sub_sgt_i8(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i8
  %yn = trunc i32 %y to i8
  %p = bitcast [8 x i8]* @cell to i8*
  store i8 %xn, i8* %p, align 1
  %v = sub i8 %xn, %yn
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 2, i8* %p, i8 %v, i32 6)
  %c = icmp sgt i8 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @stored_i8(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i8
  %yn = trunc i32 %y to i8
  %p = bitcast [8 x i8]* @cell to i8*
  %v = sub i8 %xn, %yn
  call void @llvm.nacl.atomic.store.i8(i8 %v, i8* %p, i32 6)
  %c = icmp sgt i8 %v, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @exchange_eq_i16(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i16
  %yn = trunc i32 %y to i16
  %p = bitcast [8 x i8]* @cell to i16*
  store i16 %xn, i16* %p, align 1
  %v = sub i16 %xn, %yn
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 6, i16* %p, i16 %v, i32 6)
  %c = icmp eq i16 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @exchange_sgt_i16(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i16
  %yn = trunc i32 %y to i16
  %p = bitcast [8 x i8]* @cell to i16*
  store i16 %xn, i16* %p, align 1
  %v = sub i16 %xn, %yn
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 6, i16* %p, i16 %v, i32 6)
  %c = icmp sgt i16 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @add_eq_i16(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i16
  %yn = trunc i32 %y to i16
  %p = bitcast [8 x i8]* @cell to i16*
  store i16 %xn, i16* %p, align 1
  %v = sub i16 %xn, %yn
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 1, i16* %p, i16 %v, i32 6)
  %c = icmp eq i16 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @add_sgt_i16(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i16
  %yn = trunc i32 %y to i16
  %p = bitcast [8 x i8]* @cell to i16*
  store i16 %xn, i16* %p, align 1
  %v = sub i16 %xn, %yn
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 1, i16* %p, i16 %v, i32 6)
  %c = icmp sgt i16 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @sub_eq_i16(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i16
  %yn = trunc i32 %y to i16
  %p = bitcast [8 x i8]* @cell to i16*
  store i16 %xn, i16* %p, align 1
  %v = sub i16 %xn, %yn
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 2, i16* %p, i16 %v, i32 6)
  %c = icmp eq i16 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @sub_sgt_i16(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i16
  %yn = trunc i32 %y to i16
  %p = bitcast [8 x i8]* @cell to i16*
  store i16 %xn, i16* %p, align 1
  %v = sub i16 %xn, %yn
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 2, i16* %p, i16 %v, i32 6)
  %c = icmp sgt i16 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @stored_i16(i32 %x, i32 %y) {
  %xn = trunc i32 %x to i16
  %yn = trunc i32 %y to i16
  %p = bitcast [8 x i8]* @cell to i16*
  %v = sub i16 %xn, %yn
  call void @llvm.nacl.atomic.store.i16(i16 %v, i16* %p, i32 6)
  %c = icmp sgt i16 %v, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @exchange_eq_i32(i32 %x, i32 %y) {
  %p = bitcast [8 x i8]* @cell to i32*
  store i32 %x, i32* %p, align 1
  %v = sub i32 %x, %y
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, i32* %p, i32 %v, i32 6)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @exchange_sgt_i32(i32 %x, i32 %y) {
  %p = bitcast [8 x i8]* @cell to i32*
  store i32 %x, i32* %p, align 1
  %v = sub i32 %x, %y
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, i32* %p, i32 %v, i32 6)
  %c = icmp sgt i32 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @add_eq_i32(i32 %x, i32 %y) {
  %p = bitcast [8 x i8]* @cell to i32*
  store i32 %x, i32* %p, align 1
  %v = sub i32 %x, %y
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %v, i32 6)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @add_sgt_i32(i32 %x, i32 %y) {
  %p = bitcast [8 x i8]* @cell to i32*
  store i32 %x, i32* %p, align 1
  %v = sub i32 %x, %y
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %v, i32 6)
  %c = icmp sgt i32 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @sub_eq_i32(i32 %x, i32 %y) {
  %p = bitcast [8 x i8]* @cell to i32*
  store i32 %x, i32* %p, align 1
  %v = sub i32 %x, %y
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 2, i32* %p, i32 %v, i32 6)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @sub_sgt_i32(i32 %x, i32 %y) {
  %p = bitcast [8 x i8]* @cell to i32*
  store i32 %x, i32* %p, align 1
  %v = sub i32 %x, %y
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 2, i32* %p, i32 %v, i32 6)
  %c = icmp sgt i32 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @stored_i32(i32 %x, i32 %y) {
  %p = bitcast [8 x i8]* @cell to i32*
  %v = sub i32 %x, %y
  call void @llvm.nacl.atomic.store.i32(i32 %v, i32* %p, i32 6)
  %c = icmp sgt i32 %v, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @exchange_eq_i64(i64 %x, i64 %y) {
  %p = bitcast [8 x i8]* @cell to i64*
  store i64 %x, i64* %p, align 1
  %v = sub i64 %x, %y
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 6, i64* %p, i64 %v, i32 6)
  %c = icmp eq i64 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @exchange_sgt_i64(i64 %x, i64 %y) {
  %p = bitcast [8 x i8]* @cell to i64*
  store i64 %x, i64* %p, align 1
  %v = sub i64 %x, %y
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 6, i64* %p, i64 %v, i32 6)
  %c = icmp sgt i64 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @add_eq_i64(i64 %x, i64 %y) {
  %p = bitcast [8 x i8]* @cell to i64*
  store i64 %x, i64* %p, align 1
  %v = sub i64 %x, %y
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 1, i64* %p, i64 %v, i32 6)
  %c = icmp eq i64 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @add_sgt_i64(i64 %x, i64 %y) {
  %p = bitcast [8 x i8]* @cell to i64*
  store i64 %x, i64* %p, align 1
  %v = sub i64 %x, %y
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 1, i64* %p, i64 %v, i32 6)
  %c = icmp sgt i64 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @sub_eq_i64(i64 %x, i64 %y) {
  %p = bitcast [8 x i8]* @cell to i64*
  store i64 %x, i64* %p, align 1
  %v = sub i64 %x, %y
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 2, i64* %p, i64 %v, i32 6)
  %c = icmp eq i64 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @sub_sgt_i64(i64 %x, i64 %y) {
  %p = bitcast [8 x i8]* @cell to i64*
  store i64 %x, i64* %p, align 1
  %v = sub i64 %x, %y
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 2, i64* %p, i64 %v, i32 6)
  %c = icmp sgt i64 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @stored_i64(i64 %x, i64 %y) {
  %p = bitcast [8 x i8]* @cell to i64*
  %v = sub i64 %x, %y
  call void @llvm.nacl.atomic.store.i64(i64 %v, i64* %p, i32 6)
  %c = icmp sgt i64 %v, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
