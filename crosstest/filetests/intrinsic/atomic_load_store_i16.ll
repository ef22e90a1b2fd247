; Atomic load and store of 16 bits.
; run: @load() -> i32 8721
; run: @store(i32 -2) -> i32 65534
; run: @relaxed(i32 77) -> i32 77

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i16 @llvm.nacl.atomic.load.i16(i16*, i32)
declare void @llvm.nacl.atomic.store.i16(i16, i16*, i32)
define i32 @load() {
  %p = bitcast [8 x i8]* @cell to i16*
  %r = call i16 @llvm.nacl.atomic.load.i16(i16* %p, i32 6)
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @store(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  call void @llvm.nacl.atomic.store.i16(i16 %x, i16* %p, i32 6)
  %r = call i16 @llvm.nacl.atomic.load.i16(i16* %p, i32 6)
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @relaxed(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  call void @llvm.nacl.atomic.store.i16(i16 %x, i16* %p, i32 1)
  %r = call i16 @llvm.nacl.atomic.load.i16(i16* %p, i32 1)
  %w = zext i16 %r to i32
  ret i32 %w
}
