; A sequentially consistent access has a barrier on both sides on ARM and MIPS, but for a load, which needs only the one behind it: every
; such store has one behind it, too. On x86 it is one instruction with a lock, or a plain load. One emulated processor would not miss any
; of them. Other orders: atomic_orders.ll.
; run: @store(i32 7) -> i32 7
; check mips32 @store: sync
; check mips32 @store: sw
; check mips32 @store: sync
; check arm32 @store: dmb
; check arm32 @store: str
; check arm32 @store: dmb
; check x8632 x8664 @store: xchg
; run: @store_byte(i32 263) -> i32 7
; check mips32 @store_byte: sync
; check mips32 @store_byte: sb
; check mips32 @store_byte: sync
; check arm32 @store_byte: dmb
; check arm32 @store_byte: strb
; check arm32 @store_byte: dmb
; check x8632 x8664 @store_byte: xchg
; run: @load() -> i32 0
; check-not mips32 @load: sync
; check mips32 @load: lw
; check mips32 @load: sync
; check arm32 @load: ldr
; check arm32 @load: dmb
; run: @add(i32 5) -> i32 0
; check mips32 @add: sync
; check mips32 @add: sc
; check mips32 @add: sync
; check arm32 @add: dmb
; check arm32 @add: strex
; check arm32 @add: dmb
; check x8632 x8664 @add: lock xadd
; run: @add_byte(i32 5) -> i32 0
; check mips32 @add_byte: sync
; check mips32 @add_byte: sc
; check mips32 @add_byte: sync
; check arm32 @add_byte: dmb
; check arm32 @add_byte: strexb
; check arm32 @add_byte: dmb
; check x8632 x8664 @add_byte: lock xadd
; run: @exchange(i32 9) -> i32 0
; check mips32 @exchange: sync
; check mips32 @exchange: sc
; check mips32 @exchange: sync
; check arm32 @exchange: dmb
; check arm32 @exchange: strex
; check arm32 @exchange: dmb
; check x8632 x8664 @exchange: lock cmpxchg
; run: @fence(i32 3) -> i32 3
; check mips32 @fence: sync
; check arm32 @fence: dmb
; check x8632 x8664 @fence: mfence
; run: @fence_all(i32 4) -> i32 4
; check mips32 @fence_all: sync
; check arm32 @fence_all: dmb
; check x8632 x8664 @fence_all: mfence
declare i32 @llvm.nacl.atomic.load.i32(i32*, i32)
declare i8 @llvm.nacl.atomic.load.i8(i8*, i32)
declare void @llvm.nacl.atomic.store.i32(i32, i32*, i32)
declare void @llvm.nacl.atomic.store.i8(i8, i8*, i32)
declare i32 @llvm.nacl.atomic.rmw.i32(i32, i32*, i32, i32)
declare i8 @llvm.nacl.atomic.rmw.i8(i32, i8*, i8, i32)
declare i32 @llvm.nacl.atomic.cmpxchg.i32(i32*, i32, i32, i32, i32)
declare void @llvm.nacl.atomic.fence(i32)
declare void @llvm.nacl.atomic.fence.all()
@cell = internal global [4 x i8] zeroinitializer, align 4
define i32 @store(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 6)
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @store_byte(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i8*
  %byte = trunc i32 %a to i8
  call void @llvm.nacl.atomic.store.i8(i8 %byte, i8* %p, i32 6)
  %r = load i8* %p, align 1
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @load() {
  %p = bitcast [4 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 6)
  ret i32 %r
}
define i32 @add(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define i32 @add_byte(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i8*
  %byte = trunc i32 %a to i8
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 1, i8* %p, i8 %byte, i32 6)
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @exchange(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 0, i32 %a, i32 6, i32 6)
  ret i32 %r
}
define i32 @fence(i32 %a) {
  call void @llvm.nacl.atomic.fence(i32 6)
  ret i32 %a
}
define i32 @fence_all(i32 %a) {
  call void @llvm.nacl.atomic.fence.all()
  ret i32 %a
}
