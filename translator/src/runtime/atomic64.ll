; 64-bit atomics for a target whose hardware has none: the C library's functions, under one spin lock. The order is always sequentially
; consistent: taking and releasing the lock are. A holder is never long about it: a handful of instructions. The lock is a word taken with
; compare-and-exchange; loads and stores take it too, so that nobody sees half of a value.
;
; Not for signal handlers that interrupt a holder, which C's lock-based atomics are not either.

@__atomic_lock = internal global [4 x i8] zeroinitializer, align 4

declare i32 @llvm.nacl.atomic.cmpxchg.i32(i32*, i32, i32, i32, i32)
declare void @llvm.nacl.atomic.store.i32(i32, i32*, i32)

define i64 @__atomic_load_8(i32 %object, i32 %order) {
entry:
  br label %acquire

acquire:
  %lock = bitcast [4 x i8]* @__atomic_lock to i32*
  %taken = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %lock, i32 0, i32 1, i32 6, i32 6)
  %free = icmp eq i32 %taken, 0
  br i1 %free, label %held, label %acquire

held:
  %p = inttoptr i32 %object to i64*
  %old = load i64, i64* %p, align 1
  %unlock = bitcast [4 x i8]* @__atomic_lock to i32*
  call void @llvm.nacl.atomic.store.i32(i32 0, i32* %unlock, i32 6)
  ret i64 %old
}

define void @__atomic_store_8(i32 %object, i64 %value, i32 %order) {
entry:
  br label %acquire

acquire:
  %lock = bitcast [4 x i8]* @__atomic_lock to i32*
  %taken = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %lock, i32 0, i32 1, i32 6, i32 6)
  %free = icmp eq i32 %taken, 0
  br i1 %free, label %held, label %acquire

held:
  %p = inttoptr i32 %object to i64*
  store i64 %value, i64* %p, align 1
  %unlock = bitcast [4 x i8]* @__atomic_lock to i32*
  call void @llvm.nacl.atomic.store.i32(i32 0, i32* %unlock, i32 6)
  ret void
}

define i64 @__atomic_exchange_8(i32 %object, i64 %value, i32 %order) {
entry:
  br label %acquire

acquire:
  %lock = bitcast [4 x i8]* @__atomic_lock to i32*
  %taken = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %lock, i32 0, i32 1, i32 6, i32 6)
  %free = icmp eq i32 %taken, 0
  br i1 %free, label %held, label %acquire

held:
  %p = inttoptr i32 %object to i64*
  %old = load i64, i64* %p, align 1
  store i64 %value, i64* %p, align 1
  %unlock = bitcast [4 x i8]* @__atomic_lock to i32*
  call void @llvm.nacl.atomic.store.i32(i32 0, i32* %unlock, i32 6)
  ret i64 %old
}

define i32 @__atomic_compare_exchange_8(i32 %object, i32 %expected, i64 %desired, i32 %success, i32 %failure) {
entry:
  br label %acquire

acquire:
  %lock = bitcast [4 x i8]* @__atomic_lock to i32*
  %taken = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %lock, i32 0, i32 1, i32 6, i32 6)
  %free = icmp eq i32 %taken, 0
  br i1 %free, label %held, label %acquire

held:
  %p = inttoptr i32 %object to i64*
  %old = load i64, i64* %p, align 1
  %e = inttoptr i32 %expected to i64*
  %wanted = load i64, i64* %e, align 1
  %equal = icmp eq i64 %old, %wanted
  %new = select i1 %equal, i64 %desired, i64 %old
  store i64 %new, i64* %p, align 1
  store i64 %old, i64* %e, align 1
  %answer = zext i1 %equal to i32
  %unlock = bitcast [4 x i8]* @__atomic_lock to i32*
  call void @llvm.nacl.atomic.store.i32(i32 0, i32* %unlock, i32 6)
  ret i32 %answer
}

define i64 @__atomic_fetch_add_8(i32 %object, i64 %value, i32 %order) {
entry:
  br label %acquire

acquire:
  %lock = bitcast [4 x i8]* @__atomic_lock to i32*
  %taken = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %lock, i32 0, i32 1, i32 6, i32 6)
  %free = icmp eq i32 %taken, 0
  br i1 %free, label %held, label %acquire

held:
  %p = inttoptr i32 %object to i64*
  %old = load i64, i64* %p, align 1
  %new = add i64 %old, %value
  store i64 %new, i64* %p, align 1
  %unlock = bitcast [4 x i8]* @__atomic_lock to i32*
  call void @llvm.nacl.atomic.store.i32(i32 0, i32* %unlock, i32 6)
  ret i64 %old
}

define i64 @__atomic_fetch_sub_8(i32 %object, i64 %value, i32 %order) {
entry:
  br label %acquire

acquire:
  %lock = bitcast [4 x i8]* @__atomic_lock to i32*
  %taken = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %lock, i32 0, i32 1, i32 6, i32 6)
  %free = icmp eq i32 %taken, 0
  br i1 %free, label %held, label %acquire

held:
  %p = inttoptr i32 %object to i64*
  %old = load i64, i64* %p, align 1
  %new = sub i64 %old, %value
  store i64 %new, i64* %p, align 1
  %unlock = bitcast [4 x i8]* @__atomic_lock to i32*
  call void @llvm.nacl.atomic.store.i32(i32 0, i32* %unlock, i32 6)
  ret i64 %old
}

define i64 @__atomic_fetch_and_8(i32 %object, i64 %value, i32 %order) {
entry:
  br label %acquire

acquire:
  %lock = bitcast [4 x i8]* @__atomic_lock to i32*
  %taken = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %lock, i32 0, i32 1, i32 6, i32 6)
  %free = icmp eq i32 %taken, 0
  br i1 %free, label %held, label %acquire

held:
  %p = inttoptr i32 %object to i64*
  %old = load i64, i64* %p, align 1
  %new = and i64 %old, %value
  store i64 %new, i64* %p, align 1
  %unlock = bitcast [4 x i8]* @__atomic_lock to i32*
  call void @llvm.nacl.atomic.store.i32(i32 0, i32* %unlock, i32 6)
  ret i64 %old
}

define i64 @__atomic_fetch_or_8(i32 %object, i64 %value, i32 %order) {
entry:
  br label %acquire

acquire:
  %lock = bitcast [4 x i8]* @__atomic_lock to i32*
  %taken = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %lock, i32 0, i32 1, i32 6, i32 6)
  %free = icmp eq i32 %taken, 0
  br i1 %free, label %held, label %acquire

held:
  %p = inttoptr i32 %object to i64*
  %old = load i64, i64* %p, align 1
  %new = or i64 %old, %value
  store i64 %new, i64* %p, align 1
  %unlock = bitcast [4 x i8]* @__atomic_lock to i32*
  call void @llvm.nacl.atomic.store.i32(i32 0, i32* %unlock, i32 6)
  ret i64 %old
}

define i64 @__atomic_fetch_xor_8(i32 %object, i64 %value, i32 %order) {
entry:
  br label %acquire

acquire:
  %lock = bitcast [4 x i8]* @__atomic_lock to i32*
  %taken = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %lock, i32 0, i32 1, i32 6, i32 6)
  %free = icmp eq i32 %taken, 0
  br i1 %free, label %held, label %acquire

held:
  %p = inttoptr i32 %object to i64*
  %old = load i64, i64* %p, align 1
  %new = xor i64 %old, %value
  store i64 %new, i64* %p, align 1
  %unlock = bitcast [4 x i8]* @__atomic_lock to i32*
  call void @llvm.nacl.atomic.store.i32(i32 0, i32* %unlock, i32 6)
  ret i64 %old
}
