; Atomic access to 64 bits: every computation, compare and exchange, loads, stores, fences. The neighbours must not change.
; run: @load() -> i64 0x90ff8edd8cbb8a99
; run: @lock_free() -> i32 0x3e
; run: @exchange_if(i64 7, i64 9) -> i64 7
; run: @exchange_if(i64 8, i64 9) -> i64 7
; run: @add(i64 1) -> i64 0x90ff8edd8cbb8a99
; run: @exchange_succeeds(i64 5, i64 6) -> i32 1
; edges: @add @add_unused @add_constant @sub @sub_unused @sub_constant @or @or_unused @or_constant @and @and_unused @and_constant @xor @xor_unused @xor_constant @exchange @exchange_unused @exchange_constant @load @store @store_constant @exchange_if @exchange_succeeds @count_to

@cells = internal global [32 x i8] c"\11\82\33\84\55\86\77\88\99\8A\BB\8C\DD\8E\FF\90\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\10", align 16
declare i64 @llvm.nacl.atomic.load.i64(i64*, i32)
declare void @llvm.nacl.atomic.store.i64(i64, i64*, i32)
declare i64 @llvm.nacl.atomic.rmw.i64(i32, i64*, i64, i32)
declare i64 @llvm.nacl.atomic.cmpxchg.i64(i64*, i64, i64, i32, i32)
declare void @llvm.nacl.atomic.fence(i32)
declare void @llvm.nacl.atomic.fence.all()
declare i1 @llvm.nacl.atomic.is.lock.free(i32, i8*)
define i64 @add(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 1, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define void @add_unused(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 1, i64* %p, i64 %a, i32 6)
  ret void
}
define i64 @add_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 1, i64* %p, i64 3, i32 6)
  ret i64 %r
}
define i64 @sub(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 2, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define void @sub_unused(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 2, i64* %p, i64 %a, i32 6)
  ret void
}
define i64 @sub_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 2, i64* %p, i64 3, i32 6)
  ret i64 %r
}
define i64 @or(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 3, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define void @or_unused(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 3, i64* %p, i64 %a, i32 6)
  ret void
}
define i64 @or_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 3, i64* %p, i64 3, i32 6)
  ret i64 %r
}
define i64 @and(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 4, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define void @and_unused(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 4, i64* %p, i64 %a, i32 6)
  ret void
}
define i64 @and_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 4, i64* %p, i64 3, i32 6)
  ret i64 %r
}
define i64 @xor(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 5, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define void @xor_unused(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 5, i64* %p, i64 %a, i32 6)
  ret void
}
define i64 @xor_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 5, i64* %p, i64 3, i32 6)
  ret i64 %r
}
define i64 @exchange(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 6, i64* %p, i64 %a, i32 6)
  ret i64 %r
}
define void @exchange_unused(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 6, i64* %p, i64 %a, i32 6)
  ret void
}
define i64 @exchange_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.rmw.i64(i32 6, i64* %p, i64 3, i32 6)
  ret i64 %r
}
define i64 @load() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %r = call i64 @llvm.nacl.atomic.load.i64(i64* %p, i32 6)
  ret i64 %r
}
define void @store(i64 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  call void @llvm.nacl.atomic.store.i64(i64 %a, i64* %p, i32 6)
  ret void
}
define void @store_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  call void @llvm.nacl.atomic.store.i64(i64 -3, i64* %p, i32 6)
  ret void
}
define i64 @exchange_if(i64 %a, i64 %b) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  call void @llvm.nacl.atomic.store.i64(i64 7, i64* %p, i32 6)
  %r = call i64 @llvm.nacl.atomic.cmpxchg.i64(i64* %p, i64 %a, i64 %b, i32 6, i32 6)
  ret i64 %r
}
define i32 @exchange_succeeds(i64 %a, i64 %b) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  call void @llvm.nacl.atomic.fence(i32 6)
  call void @llvm.nacl.atomic.store.i64(i64 %a, i64* %p, i32 6)
  %r = call i64 @llvm.nacl.atomic.cmpxchg.i64(i64* %p, i64 %a, i64 %b, i32 6, i32 6)
  %c = icmp eq i64 %r, %a
  call void @llvm.nacl.atomic.fence.all()
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
define i64 @count_to(i64 %a) {
entry:
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i64*
  %n = and i64 %a, 31
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %retry ], [ %next2, %done ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %try, label %end
try:
  %old = call i64 @llvm.nacl.atomic.load.i64(i64* %p, i32 6)
  %new = add i64 %old, %i
  %seen = call i64 @llvm.nacl.atomic.cmpxchg.i64(i64* %p, i64 %old, i64 %new, i32 6, i32 6)
  %ok = icmp eq i64 %seen, %old
  br i1 %ok, label %done, label %retry
retry:
  %next = add i64 %i, 2
  br label %head
done:
  %next2 = add i64 %i, 1
  br label %head
end:
  %r = call i64 @llvm.nacl.atomic.load.i64(i64* %p, i32 6)
  ret i64 %r
}
define i32 @lock_free() {
  %p = bitcast [32 x i8]* @cells to i8*
  %free = call i1 @llvm.nacl.atomic.is.lock.free(i32 8, i8* %p)
  %bit = zext i1 %free to i32
  ; Whether 64 bits are is the platform's business.
  %known = or i32 %bit, 1
  %r = xor i32 %known, 63
  ret i32 %r
}
