; Atomic load and store of 64 bits.
; run: @load() -> i64 -8613303245920329199
; run: @store(i64 -2) -> i64 -2
; run: @relaxed(i64 77) -> i64 77
; check x8664 @load: mov r
; check arm32 @load: ldrexd

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i64 @llvm.nacl.atomic.load.i64(i64*, i32)
declare void @llvm.nacl.atomic.store.i64(i64, i64*, i32)
define i64 @load() {
  %p = bitcast [8 x i8]* @cell to i64*
  %r = call i64 @llvm.nacl.atomic.load.i64(i64* %p, i32 6)
  ret i64 %r
}
define i64 @store(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  call void @llvm.nacl.atomic.store.i64(i64 %a, i64* %p, i32 6)
  %r = call i64 @llvm.nacl.atomic.load.i64(i64* %p, i32 6)
  ret i64 %r
}
define i64 @relaxed(i64 %a) {
  %p = bitcast [8 x i8]* @cell to i64*
  call void @llvm.nacl.atomic.store.i64(i64 %a, i64* %p, i32 1)
  %r = call i64 @llvm.nacl.atomic.load.i64(i64* %p, i32 1)
  ret i64 %r
}
