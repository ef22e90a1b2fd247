; Atomic read-modify-write of 32 bits: the old value is returned, the new one stored.
; run: @add(i32 1) -> i32 1144201745
; run: @add_new(i32 1) -> i32 1144201746
; run: @add(i32 -1) -> i32 1144201745
; run: @add_new(i32 -1) -> i32 1144201744
; run: @add(i32 112) -> i32 1144201745
; run: @add_new(i32 112) -> i32 1144201857
; run: @sub(i32 1) -> i32 1144201745
; run: @sub_new(i32 1) -> i32 1144201744
; run: @sub(i32 -1) -> i32 1144201745
; run: @sub_new(i32 -1) -> i32 1144201746
; run: @sub(i32 112) -> i32 1144201745
; run: @sub_new(i32 112) -> i32 1144201633
; run: @or(i32 1) -> i32 1144201745
; run: @or_new(i32 1) -> i32 1144201745
; run: @or(i32 -1) -> i32 1144201745
; run: @or_new(i32 -1) -> i32 -1
; run: @or(i32 112) -> i32 1144201745
; run: @or_new(i32 112) -> i32 1144201841
; run: @and(i32 1) -> i32 1144201745
; run: @and_new(i32 1) -> i32 1
; run: @and(i32 -1) -> i32 1144201745
; run: @and_new(i32 -1) -> i32 1144201745
; run: @and(i32 112) -> i32 1144201745
; run: @and_new(i32 112) -> i32 16
; run: @xor(i32 1) -> i32 1144201745
; run: @xor_new(i32 1) -> i32 1144201744
; run: @xor(i32 -1) -> i32 1144201745
; run: @xor_new(i32 -1) -> i32 -1144201746
; run: @xor(i32 112) -> i32 1144201745
; run: @xor_new(i32 112) -> i32 1144201825
; run: @exchange(i32 1) -> i32 1144201745
; run: @exchange_new(i32 1) -> i32 1
; run: @exchange(i32 -1) -> i32 1144201745
; run: @exchange_new(i32 -1) -> i32 -1
; run: @exchange(i32 112) -> i32 1144201745
; run: @exchange_new(i32 112) -> i32 112
; check x8632 x8664 @add: lock xadd
; check x8632 x8664 @or: lock cmpxchg
; check arm32 @add: ldrex
; check arm32 @add: strex

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i32 @llvm.nacl.atomic.rmw.i32(i32, i32*, i32, i32)
define i32 @add(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define i32 @add_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %o = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %a, i32 6)
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @sub(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 2, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define i32 @sub_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %o = call i32 @llvm.nacl.atomic.rmw.i32(i32 2, i32* %p, i32 %a, i32 6)
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @or(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 3, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define i32 @or_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %o = call i32 @llvm.nacl.atomic.rmw.i32(i32 3, i32* %p, i32 %a, i32 6)
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @and(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 4, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define i32 @and_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %o = call i32 @llvm.nacl.atomic.rmw.i32(i32 4, i32* %p, i32 %a, i32 6)
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @xor(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 5, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define i32 @xor_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %o = call i32 @llvm.nacl.atomic.rmw.i32(i32 5, i32* %p, i32 %a, i32 6)
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @exchange(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define i32 @exchange_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  %o = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, i32* %p, i32 %a, i32 6)
  %r = load i32* %p, align 1
  ret i32 %r
}
