; What an access of each memory order has around it: barriers on ARM (dmb) and MIPS (sync); on x86 a store is an exchange only if no
; later load may overtake it, and a fence is an instruction only if it is sequentially consistent. An order that makes no sense for the
; access is taken for a stronger one. The lines behind a function's name are all barriers that it has, in their order.
; run: @load_relaxed() -> i32 0
; check-not arm32 @load_relaxed: dmb
; check arm32 @load_relaxed: ldr
; check-not arm32 @load_relaxed: dmb
; check-not mips32 @load_relaxed: sync
; check mips32 @load_relaxed: lw
; check-not mips32 @load_relaxed: sync
; check-not x8632 x8664 @load_relaxed: lock
; check x8632 x8664 @load_relaxed: mov e
; run: @load_consume() -> i32 0
; check-not arm32 @load_consume: dmb
; check arm32 @load_consume: ldr
; check arm32 @load_consume: dmb
; check-not arm32 @load_consume: dmb
; check-not mips32 @load_consume: sync
; check mips32 @load_consume: lw
; check mips32 @load_consume: sync
; check-not mips32 @load_consume: sync
; check-not x8632 x8664 @load_consume: lock
; check x8632 x8664 @load_consume: mov e
; run: @load_acquire() -> i32 0
; check-not arm32 @load_acquire: dmb
; check arm32 @load_acquire: ldr
; check arm32 @load_acquire: dmb
; check-not arm32 @load_acquire: dmb
; check-not mips32 @load_acquire: sync
; check mips32 @load_acquire: lw
; check mips32 @load_acquire: sync
; check-not mips32 @load_acquire: sync
; check-not x8632 x8664 @load_acquire: lock
; check x8632 x8664 @load_acquire: mov e
; run: @load_release() -> i32 0
; check-not arm32 @load_release: dmb
; check arm32 @load_release: ldr
; check arm32 @load_release: dmb
; check-not arm32 @load_release: dmb
; check-not mips32 @load_release: sync
; check mips32 @load_release: lw
; check mips32 @load_release: sync
; check-not mips32 @load_release: sync
; check-not x8632 x8664 @load_release: lock
; check x8632 x8664 @load_release: mov e
; run: @load_acq_rel() -> i32 0
; check-not arm32 @load_acq_rel: dmb
; check arm32 @load_acq_rel: ldr
; check arm32 @load_acq_rel: dmb
; check-not arm32 @load_acq_rel: dmb
; check-not mips32 @load_acq_rel: sync
; check mips32 @load_acq_rel: lw
; check mips32 @load_acq_rel: sync
; check-not mips32 @load_acq_rel: sync
; check-not x8632 x8664 @load_acq_rel: lock
; check x8632 x8664 @load_acq_rel: mov e
; run: @load_seq_cst() -> i32 0
; check-not arm32 @load_seq_cst: dmb
; check arm32 @load_seq_cst: ldr
; check arm32 @load_seq_cst: dmb
; check-not arm32 @load_seq_cst: dmb
; check-not mips32 @load_seq_cst: sync
; check mips32 @load_seq_cst: lw
; check mips32 @load_seq_cst: sync
; check-not mips32 @load_seq_cst: sync
; check-not x8632 x8664 @load_seq_cst: lock
; check x8632 x8664 @load_seq_cst: mov e
; run: @store_relaxed(i32 7)
; check-not arm32 @store_relaxed: dmb
; check arm32 @store_relaxed: str
; check-not arm32 @store_relaxed: dmb
; check-not mips32 @store_relaxed: sync
; check mips32 @store_relaxed: sw
; check-not mips32 @store_relaxed: sync
; check-not x8632 x8664 @store_relaxed: xchg
; check x8632 x8664 @store_relaxed: mov [
; run: @store_consume(i32 7)
; check arm32 @store_consume: dmb
; check-not arm32 @store_consume: dmb
; check arm32 @store_consume: str
; check arm32 @store_consume: dmb
; check-not arm32 @store_consume: dmb
; check mips32 @store_consume: sync
; check-not mips32 @store_consume: sync
; check mips32 @store_consume: sw
; check mips32 @store_consume: sync
; check-not mips32 @store_consume: sync
; check x8632 x8664 @store_consume: xchg
; run: @store_acquire(i32 7)
; check arm32 @store_acquire: dmb
; check-not arm32 @store_acquire: dmb
; check arm32 @store_acquire: str
; check arm32 @store_acquire: dmb
; check-not arm32 @store_acquire: dmb
; check mips32 @store_acquire: sync
; check-not mips32 @store_acquire: sync
; check mips32 @store_acquire: sw
; check mips32 @store_acquire: sync
; check-not mips32 @store_acquire: sync
; check x8632 x8664 @store_acquire: xchg
; run: @store_release(i32 7)
; check arm32 @store_release: dmb
; check-not arm32 @store_release: dmb
; check arm32 @store_release: str
; check-not arm32 @store_release: dmb
; check mips32 @store_release: sync
; check-not mips32 @store_release: sync
; check mips32 @store_release: sw
; check-not mips32 @store_release: sync
; check-not x8632 x8664 @store_release: xchg
; check x8632 x8664 @store_release: mov [
; run: @store_acq_rel(i32 7)
; check arm32 @store_acq_rel: dmb
; check-not arm32 @store_acq_rel: dmb
; check arm32 @store_acq_rel: str
; check arm32 @store_acq_rel: dmb
; check-not arm32 @store_acq_rel: dmb
; check mips32 @store_acq_rel: sync
; check-not mips32 @store_acq_rel: sync
; check mips32 @store_acq_rel: sw
; check mips32 @store_acq_rel: sync
; check-not mips32 @store_acq_rel: sync
; check x8632 x8664 @store_acq_rel: xchg
; run: @store_seq_cst(i32 7)
; check arm32 @store_seq_cst: dmb
; check-not arm32 @store_seq_cst: dmb
; check arm32 @store_seq_cst: str
; check arm32 @store_seq_cst: dmb
; check-not arm32 @store_seq_cst: dmb
; check mips32 @store_seq_cst: sync
; check-not mips32 @store_seq_cst: sync
; check mips32 @store_seq_cst: sw
; check mips32 @store_seq_cst: sync
; check-not mips32 @store_seq_cst: sync
; check x8632 x8664 @store_seq_cst: xchg
; run: @store_wide_relaxed(i64 7)
; check-not arm32 @store_wide_relaxed: dmb
; check arm32 @store_wide_relaxed: strexd
; check-not arm32 @store_wide_relaxed: dmb
; check x8632 @store_wide_relaxed: movq
; check-not x8632 @store_wide_relaxed: mfence
; check-not x8664 @store_wide_relaxed: xchg
; run: @store_wide_consume(i64 7)
; check arm32 @store_wide_consume: dmb
; check-not arm32 @store_wide_consume: dmb
; check arm32 @store_wide_consume: strexd
; check arm32 @store_wide_consume: dmb
; check-not arm32 @store_wide_consume: dmb
; check x8632 @store_wide_consume: movq
; check x8632 @store_wide_consume: mfence
; check x8664 @store_wide_consume: xchg
; run: @store_wide_acquire(i64 7)
; check arm32 @store_wide_acquire: dmb
; check-not arm32 @store_wide_acquire: dmb
; check arm32 @store_wide_acquire: strexd
; check arm32 @store_wide_acquire: dmb
; check-not arm32 @store_wide_acquire: dmb
; check x8632 @store_wide_acquire: movq
; check x8632 @store_wide_acquire: mfence
; check x8664 @store_wide_acquire: xchg
; run: @store_wide_release(i64 7)
; check arm32 @store_wide_release: dmb
; check-not arm32 @store_wide_release: dmb
; check arm32 @store_wide_release: strexd
; check-not arm32 @store_wide_release: dmb
; check x8632 @store_wide_release: movq
; check-not x8632 @store_wide_release: mfence
; check-not x8664 @store_wide_release: xchg
; run: @store_wide_acq_rel(i64 7)
; check arm32 @store_wide_acq_rel: dmb
; check-not arm32 @store_wide_acq_rel: dmb
; check arm32 @store_wide_acq_rel: strexd
; check arm32 @store_wide_acq_rel: dmb
; check-not arm32 @store_wide_acq_rel: dmb
; check x8632 @store_wide_acq_rel: movq
; check x8632 @store_wide_acq_rel: mfence
; check x8664 @store_wide_acq_rel: xchg
; run: @store_wide_seq_cst(i64 7)
; check arm32 @store_wide_seq_cst: dmb
; check-not arm32 @store_wide_seq_cst: dmb
; check arm32 @store_wide_seq_cst: strexd
; check arm32 @store_wide_seq_cst: dmb
; check-not arm32 @store_wide_seq_cst: dmb
; check x8632 @store_wide_seq_cst: movq
; check x8632 @store_wide_seq_cst: mfence
; check x8664 @store_wide_seq_cst: xchg
; run: @add_relaxed(i32 0) -> i32 0
; check-not arm32 @add_relaxed: dmb
; check arm32 @add_relaxed: strex
; check-not arm32 @add_relaxed: dmb
; check-not mips32 @add_relaxed: sync
; check mips32 @add_relaxed: sc
; check-not mips32 @add_relaxed: sync
; check-not x8632 x8664 @add_relaxed: mfence
; check x8632 x8664 @add_relaxed: lock xadd
; run: @add_consume(i32 0) -> i32 0
; check-not arm32 @add_consume: dmb
; check arm32 @add_consume: strex
; check arm32 @add_consume: dmb
; check-not arm32 @add_consume: dmb
; check-not mips32 @add_consume: sync
; check mips32 @add_consume: sc
; check mips32 @add_consume: sync
; check-not mips32 @add_consume: sync
; check-not x8632 x8664 @add_consume: mfence
; check x8632 x8664 @add_consume: lock xadd
; run: @add_acquire(i32 0) -> i32 0
; check-not arm32 @add_acquire: dmb
; check arm32 @add_acquire: strex
; check arm32 @add_acquire: dmb
; check-not arm32 @add_acquire: dmb
; check-not mips32 @add_acquire: sync
; check mips32 @add_acquire: sc
; check mips32 @add_acquire: sync
; check-not mips32 @add_acquire: sync
; check-not x8632 x8664 @add_acquire: mfence
; check x8632 x8664 @add_acquire: lock xadd
; run: @add_release(i32 0) -> i32 0
; check arm32 @add_release: dmb
; check-not arm32 @add_release: dmb
; check arm32 @add_release: strex
; check-not arm32 @add_release: dmb
; check mips32 @add_release: sync
; check-not mips32 @add_release: sync
; check mips32 @add_release: sc
; check-not mips32 @add_release: sync
; check-not x8632 x8664 @add_release: mfence
; check x8632 x8664 @add_release: lock xadd
; run: @add_acq_rel(i32 0) -> i32 0
; check arm32 @add_acq_rel: dmb
; check-not arm32 @add_acq_rel: dmb
; check arm32 @add_acq_rel: strex
; check arm32 @add_acq_rel: dmb
; check-not arm32 @add_acq_rel: dmb
; check mips32 @add_acq_rel: sync
; check-not mips32 @add_acq_rel: sync
; check mips32 @add_acq_rel: sc
; check mips32 @add_acq_rel: sync
; check-not mips32 @add_acq_rel: sync
; check-not x8632 x8664 @add_acq_rel: mfence
; check x8632 x8664 @add_acq_rel: lock xadd
; run: @add_seq_cst(i32 0) -> i32 0
; check arm32 @add_seq_cst: dmb
; check-not arm32 @add_seq_cst: dmb
; check arm32 @add_seq_cst: strex
; check arm32 @add_seq_cst: dmb
; check-not arm32 @add_seq_cst: dmb
; check mips32 @add_seq_cst: sync
; check-not mips32 @add_seq_cst: sync
; check mips32 @add_seq_cst: sc
; check mips32 @add_seq_cst: sync
; check-not mips32 @add_seq_cst: sync
; check-not x8632 x8664 @add_seq_cst: mfence
; check x8632 x8664 @add_seq_cst: lock xadd
; run: @exchange_relaxed_relaxed(i32 0) -> i32 0
; check-not arm32 @exchange_relaxed_relaxed: dmb
; check arm32 @exchange_relaxed_relaxed: strex
; check-not arm32 @exchange_relaxed_relaxed: dmb
; check-not mips32 @exchange_relaxed_relaxed: sync
; check mips32 @exchange_relaxed_relaxed: sc
; check-not mips32 @exchange_relaxed_relaxed: sync
; check-not x8632 x8664 @exchange_relaxed_relaxed: mfence
; check x8632 x8664 @exchange_relaxed_relaxed: lock cmpxchg
; run: @exchange_acquire_relaxed(i32 0) -> i32 0
; check-not arm32 @exchange_acquire_relaxed: dmb
; check arm32 @exchange_acquire_relaxed: strex
; check arm32 @exchange_acquire_relaxed: dmb
; check-not arm32 @exchange_acquire_relaxed: dmb
; check-not mips32 @exchange_acquire_relaxed: sync
; check mips32 @exchange_acquire_relaxed: sc
; check mips32 @exchange_acquire_relaxed: sync
; check-not mips32 @exchange_acquire_relaxed: sync
; check-not x8632 x8664 @exchange_acquire_relaxed: mfence
; check x8632 x8664 @exchange_acquire_relaxed: lock cmpxchg
; run: @exchange_acquire_acquire(i32 0) -> i32 0
; check-not arm32 @exchange_acquire_acquire: dmb
; check arm32 @exchange_acquire_acquire: strex
; check arm32 @exchange_acquire_acquire: dmb
; check-not arm32 @exchange_acquire_acquire: dmb
; check-not mips32 @exchange_acquire_acquire: sync
; check mips32 @exchange_acquire_acquire: sc
; check mips32 @exchange_acquire_acquire: sync
; check-not mips32 @exchange_acquire_acquire: sync
; check-not x8632 x8664 @exchange_acquire_acquire: mfence
; check x8632 x8664 @exchange_acquire_acquire: lock cmpxchg
; run: @exchange_release_relaxed(i32 0) -> i32 0
; check arm32 @exchange_release_relaxed: dmb
; check-not arm32 @exchange_release_relaxed: dmb
; check arm32 @exchange_release_relaxed: strex
; check-not arm32 @exchange_release_relaxed: dmb
; check mips32 @exchange_release_relaxed: sync
; check-not mips32 @exchange_release_relaxed: sync
; check mips32 @exchange_release_relaxed: sc
; check-not mips32 @exchange_release_relaxed: sync
; check-not x8632 x8664 @exchange_release_relaxed: mfence
; check x8632 x8664 @exchange_release_relaxed: lock cmpxchg
; run: @exchange_release_acquire(i32 0) -> i32 0
; check arm32 @exchange_release_acquire: dmb
; check-not arm32 @exchange_release_acquire: dmb
; check arm32 @exchange_release_acquire: strex
; check arm32 @exchange_release_acquire: dmb
; check-not arm32 @exchange_release_acquire: dmb
; check mips32 @exchange_release_acquire: sync
; check-not mips32 @exchange_release_acquire: sync
; check mips32 @exchange_release_acquire: sc
; check mips32 @exchange_release_acquire: sync
; check-not mips32 @exchange_release_acquire: sync
; check-not x8632 x8664 @exchange_release_acquire: mfence
; check x8632 x8664 @exchange_release_acquire: lock cmpxchg
; run: @exchange_acq_rel_acquire(i32 0) -> i32 0
; check arm32 @exchange_acq_rel_acquire: dmb
; check-not arm32 @exchange_acq_rel_acquire: dmb
; check arm32 @exchange_acq_rel_acquire: strex
; check arm32 @exchange_acq_rel_acquire: dmb
; check-not arm32 @exchange_acq_rel_acquire: dmb
; check mips32 @exchange_acq_rel_acquire: sync
; check-not mips32 @exchange_acq_rel_acquire: sync
; check mips32 @exchange_acq_rel_acquire: sc
; check mips32 @exchange_acq_rel_acquire: sync
; check-not mips32 @exchange_acq_rel_acquire: sync
; check-not x8632 x8664 @exchange_acq_rel_acquire: mfence
; check x8632 x8664 @exchange_acq_rel_acquire: lock cmpxchg
; run: @exchange_seq_cst_relaxed(i32 0) -> i32 0
; check arm32 @exchange_seq_cst_relaxed: dmb
; check-not arm32 @exchange_seq_cst_relaxed: dmb
; check arm32 @exchange_seq_cst_relaxed: strex
; check arm32 @exchange_seq_cst_relaxed: dmb
; check-not arm32 @exchange_seq_cst_relaxed: dmb
; check mips32 @exchange_seq_cst_relaxed: sync
; check-not mips32 @exchange_seq_cst_relaxed: sync
; check mips32 @exchange_seq_cst_relaxed: sc
; check mips32 @exchange_seq_cst_relaxed: sync
; check-not mips32 @exchange_seq_cst_relaxed: sync
; check-not x8632 x8664 @exchange_seq_cst_relaxed: mfence
; check x8632 x8664 @exchange_seq_cst_relaxed: lock cmpxchg
; run: @exchange_seq_cst_seq_cst(i32 0) -> i32 0
; check arm32 @exchange_seq_cst_seq_cst: dmb
; check-not arm32 @exchange_seq_cst_seq_cst: dmb
; check arm32 @exchange_seq_cst_seq_cst: strex
; check arm32 @exchange_seq_cst_seq_cst: dmb
; check-not arm32 @exchange_seq_cst_seq_cst: dmb
; check mips32 @exchange_seq_cst_seq_cst: sync
; check-not mips32 @exchange_seq_cst_seq_cst: sync
; check mips32 @exchange_seq_cst_seq_cst: sc
; check mips32 @exchange_seq_cst_seq_cst: sync
; check-not mips32 @exchange_seq_cst_seq_cst: sync
; check-not x8632 x8664 @exchange_seq_cst_seq_cst: mfence
; check x8632 x8664 @exchange_seq_cst_seq_cst: lock cmpxchg
; run: @fence_relaxed()
; check-not arm32 @fence_relaxed: dmb
; check-not mips32 @fence_relaxed: sync
; check-not x8632 x8664 @fence_relaxed: mfence
; run: @fence_consume()
; check arm32 @fence_consume: dmb
; check mips32 @fence_consume: sync
; check-not x8632 x8664 @fence_consume: mfence
; run: @fence_acquire()
; check arm32 @fence_acquire: dmb
; check mips32 @fence_acquire: sync
; check-not x8632 x8664 @fence_acquire: mfence
; run: @fence_release()
; check arm32 @fence_release: dmb
; check mips32 @fence_release: sync
; check-not x8632 x8664 @fence_release: mfence
; run: @fence_acq_rel()
; check arm32 @fence_acq_rel: dmb
; check mips32 @fence_acq_rel: sync
; check-not x8632 x8664 @fence_acq_rel: mfence
; run: @fence_seq_cst()
; check arm32 @fence_seq_cst: dmb
; check mips32 @fence_seq_cst: sync
; check x8632 x8664 @fence_seq_cst: mfence
declare i32 @llvm.nacl.atomic.load.i32(i32*, i32)
declare void @llvm.nacl.atomic.store.i32(i32, i32*, i32)
declare void @llvm.nacl.atomic.store.i64(i64, i64*, i32)
declare i32 @llvm.nacl.atomic.rmw.i32(i32, i32*, i32, i32)
declare i32 @llvm.nacl.atomic.cmpxchg.i32(i32*, i32, i32, i32, i32)
declare void @llvm.nacl.atomic.fence(i32)
@cell = internal global [4 x i8] zeroinitializer, align 4
@zero = internal global [4 x i8] zeroinitializer, align 4
@wide = internal global [8 x i8] zeroinitializer, align 8
define i32 @load_relaxed() {
  %p = bitcast [4 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 1)
  ret i32 %r
}
define i32 @load_consume() {
  %p = bitcast [4 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 2)
  ret i32 %r
}
define i32 @load_acquire() {
  %p = bitcast [4 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 3)
  ret i32 %r
}
define i32 @load_release() {
  %p = bitcast [4 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 4)
  ret i32 %r
}
define i32 @load_acq_rel() {
  %p = bitcast [4 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 5)
  ret i32 %r
}
define i32 @load_seq_cst() {
  %p = bitcast [4 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 6)
  ret i32 %r
}
define void @store_relaxed(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 1)
  ret void
}
define void @store_consume(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 2)
  ret void
}
define void @store_acquire(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 3)
  ret void
}
define void @store_release(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 4)
  ret void
}
define void @store_acq_rel(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 5)
  ret void
}
define void @store_seq_cst(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 6)
  ret void
}
define void @store_wide_relaxed(i64 %a) {
  %p = bitcast [8 x i8]* @wide to i64*
  call void @llvm.nacl.atomic.store.i64(i64 %a, i64* %p, i32 1)
  ret void
}
define void @store_wide_consume(i64 %a) {
  %p = bitcast [8 x i8]* @wide to i64*
  call void @llvm.nacl.atomic.store.i64(i64 %a, i64* %p, i32 2)
  ret void
}
define void @store_wide_acquire(i64 %a) {
  %p = bitcast [8 x i8]* @wide to i64*
  call void @llvm.nacl.atomic.store.i64(i64 %a, i64* %p, i32 3)
  ret void
}
define void @store_wide_release(i64 %a) {
  %p = bitcast [8 x i8]* @wide to i64*
  call void @llvm.nacl.atomic.store.i64(i64 %a, i64* %p, i32 4)
  ret void
}
define void @store_wide_acq_rel(i64 %a) {
  %p = bitcast [8 x i8]* @wide to i64*
  call void @llvm.nacl.atomic.store.i64(i64 %a, i64* %p, i32 5)
  ret void
}
define void @store_wide_seq_cst(i64 %a) {
  %p = bitcast [8 x i8]* @wide to i64*
  call void @llvm.nacl.atomic.store.i64(i64 %a, i64* %p, i32 6)
  ret void
}
define i32 @add_relaxed(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %a, i32 1)
  ret i32 %r
}
define i32 @add_consume(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %a, i32 2)
  ret i32 %r
}
define i32 @add_acquire(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %a, i32 3)
  ret i32 %r
}
define i32 @add_release(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %a, i32 4)
  ret i32 %r
}
define i32 @add_acq_rel(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %a, i32 5)
  ret i32 %r
}
define i32 @add_seq_cst(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define i32 @exchange_relaxed_relaxed(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 0, i32 %a, i32 1, i32 1)
  ret i32 %r
}
define i32 @exchange_acquire_relaxed(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 0, i32 %a, i32 3, i32 1)
  ret i32 %r
}
define i32 @exchange_acquire_acquire(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 0, i32 %a, i32 3, i32 3)
  ret i32 %r
}
define i32 @exchange_release_relaxed(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 0, i32 %a, i32 4, i32 1)
  ret i32 %r
}
define i32 @exchange_release_acquire(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 0, i32 %a, i32 4, i32 3)
  ret i32 %r
}
define i32 @exchange_acq_rel_acquire(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 0, i32 %a, i32 5, i32 3)
  ret i32 %r
}
define i32 @exchange_seq_cst_relaxed(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 0, i32 %a, i32 6, i32 1)
  ret i32 %r
}
define i32 @exchange_seq_cst_seq_cst(i32 %a) {
  %p = bitcast [4 x i8]* @zero to i32*
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 0, i32 %a, i32 6, i32 6)
  ret i32 %r
}
define void @fence_relaxed() {
  call void @llvm.nacl.atomic.fence(i32 1)
  ret void
}
define void @fence_consume() {
  call void @llvm.nacl.atomic.fence(i32 2)
  ret void
}
define void @fence_acquire() {
  call void @llvm.nacl.atomic.fence(i32 3)
  ret void
}
define void @fence_release() {
  call void @llvm.nacl.atomic.fence(i32 4)
  ret void
}
define void @fence_acq_rel() {
  call void @llvm.nacl.atomic.fence(i32 5)
  ret void
}
define void @fence_seq_cst() {
  call void @llvm.nacl.atomic.fence(i32 6)
  ret void
}
