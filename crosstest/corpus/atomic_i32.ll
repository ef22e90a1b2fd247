; Atomic access to 32 bits: every computation, compare and exchange, loads, stores, fences. The neighbours must not change.
; run: @load() -> i32 0x8cbb8a99
; run: @lock_free() -> i32 1
; run: @exchange_if(i32 7, i32 9) -> i32 7
; run: @exchange_if(i32 8, i32 9) -> i32 7
; run: @add(i32 1) -> i32 0x8cbb8a99
; run: @exchange_succeeds(i32 5, i32 6) -> i32 1
; edges: @add @add_unused @add_constant @sub @sub_unused @sub_constant @or @or_unused @or_constant @and @and_unused @and_constant @xor @xor_unused @xor_constant @exchange @exchange_unused @exchange_constant @load @store @store_constant @exchange_if @exchange_succeeds @count_to

@cells = internal global [32 x i8] c"\11\82\33\84\55\86\77\88\99\8A\BB\8C\DD\8E\FF\90\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\10", align 16
declare i32 @llvm.nacl.atomic.load.i32(i32*, i32)
declare void @llvm.nacl.atomic.store.i32(i32, i32*, i32)
declare i32 @llvm.nacl.atomic.rmw.i32(i32, i32*, i32, i32)
declare i32 @llvm.nacl.atomic.cmpxchg.i32(i32*, i32, i32, i32, i32)
declare void @llvm.nacl.atomic.fence(i32)
declare void @llvm.nacl.atomic.fence.all()
declare i1 @llvm.nacl.atomic.is.lock.free(i32, i8*)
define i32 @add(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define void @add_unused(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 %a, i32 6)
  ret void
}
define i32 @add_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 3, i32 6)
  ret i32 %r
}
define i32 @sub(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 2, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define void @sub_unused(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 2, i32* %p, i32 %a, i32 6)
  ret void
}
define i32 @sub_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 2, i32* %p, i32 3, i32 6)
  ret i32 %r
}
define i32 @or(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 3, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define void @or_unused(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 3, i32* %p, i32 %a, i32 6)
  ret void
}
define i32 @or_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 3, i32* %p, i32 3, i32 6)
  ret i32 %r
}
define i32 @and(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 4, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define void @and_unused(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 4, i32* %p, i32 %a, i32 6)
  ret void
}
define i32 @and_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 4, i32* %p, i32 3, i32 6)
  ret i32 %r
}
define i32 @xor(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 5, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define void @xor_unused(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 5, i32* %p, i32 %a, i32 6)
  ret void
}
define i32 @xor_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 5, i32* %p, i32 3, i32 6)
  ret i32 %r
}
define i32 @exchange(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, i32* %p, i32 %a, i32 6)
  ret i32 %r
}
define void @exchange_unused(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, i32* %p, i32 %a, i32 6)
  ret void
}
define i32 @exchange_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, i32* %p, i32 3, i32 6)
  ret i32 %r
}
define i32 @load() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 6)
  ret i32 %r
}
define void @store(i32 %a) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 6)
  ret void
}
define void @store_constant() {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  call void @llvm.nacl.atomic.store.i32(i32 -3, i32* %p, i32 6)
  ret void
}
define i32 @exchange_if(i32 %a, i32 %b) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  call void @llvm.nacl.atomic.store.i32(i32 7, i32* %p, i32 6)
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 %a, i32 %b, i32 6, i32 6)
  ret i32 %r
}
define i32 @exchange_succeeds(i32 %a, i32 %b) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  call void @llvm.nacl.atomic.fence(i32 6)
  call void @llvm.nacl.atomic.store.i32(i32 %a, i32* %p, i32 6)
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 %a, i32 %b, i32 6, i32 6)
  %c = icmp eq i32 %r, %a
  call void @llvm.nacl.atomic.fence.all()
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
define i32 @count_to(i32 %a) {
entry:
  %base = ptrtoint [32 x i8]* @cells to i32
  %addr = add i32 %base, 8
  %p = inttoptr i32 %addr to i32*
  %n = and i32 %a, 31
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %retry ], [ %next2, %done ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %try, label %end
try:
  %old = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 6)
  %new = add i32 %old, %i
  %seen = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 %old, i32 %new, i32 6, i32 6)
  %ok = icmp eq i32 %seen, %old
  br i1 %ok, label %done, label %retry
retry:
  %next = add i32 %i, 2
  br label %head
done:
  %next2 = add i32 %i, 1
  br label %head
end:
  %r = call i32 @llvm.nacl.atomic.load.i32(i32* %p, i32 6)
  ret i32 %r
}
define i32 @lock_free() {
  %p = bitcast [32 x i8]* @cells to i8*
  %r = call i1 @llvm.nacl.atomic.is.lock.free(i32 4, i8* %p)
  %w = zext i1 %r to i32
  ret i32 %w
}
