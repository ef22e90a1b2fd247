; Atomic load and store of 8 bits.
; run: @load() -> i32 17
; run: @store(i32 -2) -> i32 254
; run: @relaxed(i32 77) -> i32 77

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i8 @llvm.nacl.atomic.load.i8(i8*, i32)
declare void @llvm.nacl.atomic.store.i8(i8, i8*, i32)
define i32 @load() {
  %p = bitcast [8 x i8]* @cell to i8*
  %r = call i8 @llvm.nacl.atomic.load.i8(i8* %p, i32 6)
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @store(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  call void @llvm.nacl.atomic.store.i8(i8 %x, i8* %p, i32 6)
  %r = call i8 @llvm.nacl.atomic.load.i8(i8* %p, i32 6)
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @relaxed(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  call void @llvm.nacl.atomic.store.i8(i8 %x, i8* %p, i32 1)
  %r = call i8 @llvm.nacl.atomic.load.i8(i8* %p, i32 1)
  %w = zext i8 %r to i32
  ret i32 %w
}
