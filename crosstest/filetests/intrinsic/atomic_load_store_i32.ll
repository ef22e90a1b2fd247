; Atomic load and store of 32 bits.
; run: @load() -> i32 1144201745
; run: @store(i32 -2) -> i32 -2
; run: @relaxed(i32 77) -> i32 77
; check x8632 x8664 @store: xchg

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i32 @llvm.nacl.atomic.load.i32(i32*, i32)
declare void @llvm.nacl.atomic.store.i32(i32, i32*, i32)
define i32 @load() {
  %p = bitcast [8 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 6)
  ret i32 %r
}
define i32 @store(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 6)
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 6)
  ret i32 %r
}
define i32 @relaxed(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i32*
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 1)
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 1)
  ret i32 %r
}
