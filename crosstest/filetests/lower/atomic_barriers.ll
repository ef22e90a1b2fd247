; An atomic store has a barrier on both sides: one emulated processor would not miss them.
; targets: arm32
; run: @store(i32 7) -> i32 7
; check arm32 @store: dmb
; check arm32 @store: str
; check arm32 @store: dmb
declare void @llvm.nacl.atomic.store.i32(i32, i32*, i32)
@cell = internal global [4 x i8] zeroinitializer, align 4
define i32 @store(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 6)
  %r = load i32* %p, align 1
  ret i32 %r
}
