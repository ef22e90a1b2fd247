; Atomic read-modify-write of 64 bits: the old value is returned, the new one stored.
; run: @add(i64 1) -> i64 -8613303245920329199
; run: @add_new(i64 1) -> i64 -8613303245920329198
; run: @add(i64 -1) -> i64 -8613303245920329199
; run: @add_new(i64 -1) -> i64 -8613303245920329200
; run: @add(i64 112) -> i64 -8613303245920329199
; run: @add_new(i64 112) -> i64 -8613303245920329087
; run: @sub(i64 1) -> i64 -8613303245920329199
; run: @sub_new(i64 1) -> i64 -8613303245920329200
; run: @sub(i64 -1) -> i64 -8613303245920329199
; run: @sub_new(i64 -1) -> i64 -8613303245920329198
; run: @sub(i64 112) -> i64 -8613303245920329199
; run: @sub_new(i64 112) -> i64 -8613303245920329311
; run: @or(i64 1) -> i64 -8613303245920329199
; run: @or_new(i64 1) -> i64 -8613303245920329199
; run: @or(i64 -1) -> i64 -8613303245920329199
; run: @or_new(i64 -1) -> i64 -1
; run: @or(i64 112) -> i64 -8613303245920329199
; run: @or_new(i64 112) -> i64 -8613303245920329103
; run: @and(i64 1) -> i64 -8613303245920329199
; run: @and_new(i64 1) -> i64 1
; run: @and(i64 -1) -> i64 -8613303245920329199
; run: @and_new(i64 -1) -> i64 -8613303245920329199
; run: @and(i64 112) -> i64 -8613303245920329199
; run: @and_new(i64 112) -> i64 16
; run: @xor(i64 1) -> i64 -8613303245920329199
; run: @xor_new(i64 1) -> i64 -8613303245920329200
; run: @xor(i64 -1) -> i64 -8613303245920329199
; run: @xor_new(i64 -1) -> i64 8613303245920329198
; run: @xor(i64 112) -> i64 -8613303245920329199
; run: @xor_new(i64 112) -> i64 -8613303245920329119
; run: @exchange(i64 1) -> i64 -8613303245920329199
; run: @exchange_new(i64 1) -> i64 1
; run: @exchange(i64 -1) -> i64 -8613303245920329199
; run: @exchange_new(i64 -1) -> i64 -1
; run: @exchange(i64 112) -> i64 -8613303245920329199
; run: @exchange_new(i64 112) -> i64 112
; check x8632 @add: lock cmpxchg8b
; check x8664 @add: lock xadd
; check arm32 @add: ldrexd

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i64 @llvm.nacl.atomic.rmw.i64(i32, i64*, i64, i32)
define i64 @add(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 1, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define i64 @add_new(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %o = call i64 @llvm.nacl.atomic.rmw.i64(i32 1, i64* %p, i64 %a, i32 6)
  %r = load i64* %p, align 1
  ret i64 %r
}
define i64 @sub(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 2, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define i64 @sub_new(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %o = call i64 @llvm.nacl.atomic.rmw.i64(i32 2, i64* %p, i64 %a, i32 6)
  %r = load i64* %p, align 1
  ret i64 %r
}
define i64 @or(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 3, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define i64 @or_new(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %o = call i64 @llvm.nacl.atomic.rmw.i64(i32 3, i64* %p, i64 %a, i32 6)
  %r = load i64* %p, align 1
  ret i64 %r
}
define i64 @and(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 4, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define i64 @and_new(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %o = call i64 @llvm.nacl.atomic.rmw.i64(i32 4, i64* %p, i64 %a, i32 6)
  %r = load i64* %p, align 1
  ret i64 %r
}
define i64 @xor(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 5, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define i64 @xor_new(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %o = call i64 @llvm.nacl.atomic.rmw.i64(i32 5, i64* %p, i64 %a, i32 6)
  %r = load i64* %p, align 1
  ret i64 %r
}
define i64 @exchange(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 6, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define i64 @exchange_new(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  %o = call i64 @llvm.nacl.atomic.rmw.i64(i32 6, i64* %p, i64 %a, i32 6)
  %r = load i64* %p, align 1
  ret i64 %r
}
