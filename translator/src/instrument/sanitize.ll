; Which bytes of memory a program may touch. A byte of the shadow is about eight bytes at a multiple of 8: 0 says all of them, 1 to 7 the
; first so many, more than 127 none, and why. The shadow of 64 KiB is a page of 8 KiB, and a table of 65536 words has the pages; most
; are not there, and say that everything may be touched. Pages come from a pool; when that is empty, nothing more is forbidden.

@__asan_pages = internal global [262144 x i8] zeroinitializer, align 8
@__asan_pool = internal global [4194304 x i8] zeroinitializer, align 8
@__asan_used = internal global [4 x i8] zeroinitializer, align 4
@__asan_of = internal constant [5 x i8] c" of \00", align 1
@__asan_bytes = internal constant [11 x i8] c" bytes at \00", align 1
@__asan_hex = internal constant [3 x i8] c"0x\00", align 1
@__asan_in = internal constant [5 x i8] c" in \00", align 1
@__asan_global = internal constant [28 x i8] c": beside a global variable\0A\00", align 1
@__asan_stack = internal constant [31 x i8] c": beside an object of a frame\0A\00", align 1
@__asan_heap = internal constant [30 x i8] c": beside an allocated object\0A\00", align 1
@__asan_freed = internal constant [25 x i8] c": memory that was freed\0A\00", align 1
@__asan_head = internal constant [13 x i8] c"bad access: \00", align 1

declare void @__sz_program(i32)
declare i32 @llvm.nacl.atomic.cmpxchg.i32(i32*, i32, i32, i32, i32)
declare i32 @llvm.nacl.atomic.rmw.i32(i32, i32*, i32, i32)

; The shadow of the granule that an address is in.
define internal i32 @__asan_shadow(i32 %addr) {
entry:
  %number = lshr i32 %addr, 16
  %offset = shl i32 %number, 2
  %pages = ptrtoint [262144 x i8]* @__asan_pages to i32
  %entry.a = add i32 %pages, %offset
  %entry.p = inttoptr i32 %entry.a to i32*
  %page = load i32, i32* %entry.p, align 1
  %there = icmp ne i32 %page, 0
  br i1 %there, label %look, label %free
look:
  %granule = lshr i32 %addr, 3
  %within = and i32 %granule, 8191
  %at = add i32 %page, %within
  %p = inttoptr i32 %at to i8*
  %byte = load i8, i8* %p, align 1
  %shadow = zext i8 %byte to i32
  ret i32 %shadow
free:
  ret i32 0
}

; The page for an address; a new one if there is none, and 0 if none is left.
define internal i32 @__asan_page(i32 %addr) {
entry:
  %number = lshr i32 %addr, 16
  %offset = shl i32 %number, 2
  %pages = ptrtoint [262144 x i8]* @__asan_pages to i32
  %entry.a = add i32 %pages, %offset
  %entry.p = inttoptr i32 %entry.a to i32*
  %page = load i32, i32* %entry.p, align 1
  %there = icmp ne i32 %page, 0
  br i1 %there, label %found, label %make
found:
  ret i32 %page
make:
  %used.p = bitcast [4 x i8]* @__asan_used to i32*
  %used = load i32, i32* %used.p, align 1
  %some = icmp ult i32 %used, 512
  br i1 %some, label %take, label %none
take:
  %mine = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %used.p, i32 1, i32 6)
  %real = icmp ult i32 %mine, 512
  br i1 %real, label %enter, label %none
enter:
  %pool = ptrtoint [4194304 x i8]* @__asan_pool to i32
  %bytes = shl i32 %mine, 13
  %new = add i32 %pool, %bytes
  %old = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %entry.p, i32 0, i32 %new, i32 6, i32 6)
  %first = icmp eq i32 %old, 0
  %result = select i1 %first, i32 %new, i32 %old
  ret i32 %result
none:
  ret i32 0
}

; Sets the shadow of the granules from one address to before another.
define internal void @__asan_set(i32 %from.any, i32 %to.any, i32 %value) {
entry:
  %from = and i32 %from.any, -8
  %to = and i32 %to.any, -8
  %byte = trunc i32 %value to i8
  %clears = icmp eq i32 %value, 0
  br label %next
next:
  %at = phi i32 [ %from, %entry ], [ %at.next, %done ]
  %more = icmp ult i32 %at, %to
  br i1 %more, label %one, label %return
one:
  br i1 %clears, label %look, label %page
look:
  %old = call i32 @__asan_shadow(i32 %at)
  %clear = icmp eq i32 %old, 0
  br i1 %clear, label %done, label %page
page:
  %there = call i32 @__asan_page(i32 %at)
  %some = icmp ne i32 %there, 0
  br i1 %some, label %store, label %done
store:
  %granule = lshr i32 %at, 3
  %within = and i32 %granule, 8191
  %a = add i32 %there, %within
  %p = inttoptr i32 %a to i8*
  store i8 %byte, i8* %p, align 1
  br label %done
done:
  %at.next = add i32 %at, 8
  br label %next
return:
  ret void
}

; An object of a size, at a multiple of 8, in a range that begins so many bytes before it.
define internal void @__asan_object(i32 %object, i32 %size, i32 %before, i32 %total, i32 %why) {
entry:
  %start = sub i32 %object, %before
  %end = add i32 %start, %total
  call void @__asan_set(i32 %start, i32 %object, i32 %why)
  %object.end = add i32 %object, %size
  call void @__asan_set(i32 %object, i32 %object.end, i32 0)
  %rest = and i32 %size, 7
  %partial = icmp ne i32 %rest, 0
  br i1 %partial, label %part, label %behind
part:
  %part.end = add i32 %object.end, 7
  call void @__asan_set(i32 %object.end, i32 %part.end, i32 %rest)
  br label %behind
behind:
  %round = add i32 %object.end, 7
  call void @__asan_set(i32 %round, i32 %end, i32 %why)
  ret void
}

; Says what was wrong, and ends the program.
define internal void @__asan_report(i32 %addr, i32 %size, i32 %kind, i32 %name, i32 %why) {
entry:
  %head = ptrtoint [13 x i8]* @__asan_head to i32
  call void @__sz_puts(i32 %head)
  call void @__sz_puts(i32 %kind)
  %of = ptrtoint [5 x i8]* @__asan_of to i32
  call void @__sz_puts(i32 %of)
  %wide = zext i32 %size to i64
  call void @__sz_put_number(i64 %wide, i64 10)
  %bytes = ptrtoint [11 x i8]* @__asan_bytes to i32
  call void @__sz_puts(i32 %bytes)
  %hex = ptrtoint [3 x i8]* @__asan_hex to i32
  call void @__sz_puts(i32 %hex)
  %address = zext i32 %addr to i64
  call void @__sz_put_number(i64 %address, i64 16)
  %in = ptrtoint [5 x i8]* @__asan_in to i32
  call void @__sz_puts(i32 %in)
  call void @__sz_puts(i32 %name)
  switch i32 %why, label %global [
    i32 241, label %stack
    i32 250, label %heap
    i32 253, label %freed
  ]
global:
  %global.t = ptrtoint [28 x i8]* @__asan_global to i32
  br label %say
stack:
  %stack.t = ptrtoint [31 x i8]* @__asan_stack to i32
  br label %say
heap:
  %heap.t = ptrtoint [30 x i8]* @__asan_heap to i32
  br label %say
freed:
  %freed.t = ptrtoint [25 x i8]* @__asan_freed to i32
  br label %say
say:
  %text = phi i32 [ %global.t, %global ], [ %stack.t, %stack ], [ %heap.t, %heap ], [ %freed.t, %freed ]
  call void @__sz_puts(i32 %text)
  call void @__sz_flush()
  call void @__sz_exit(i32 134)
  ret void
}

; Checks an access. A load within one granule may touch bytes behind the object if it begins in it: libraries look for the end of a text a
; word at a time.
define internal void @__asan_check(i32 %addr, i32 %size, i32 %kind, i32 %name, i32 %loads) {
entry:
  %some = icmp ne i32 %size, 0
  br i1 %some, label %begin, label %return
begin:
  %less = sub i32 %size, 1
  %last = add i32 %addr, %less
  br label %next
next:
  %at = phi i32 [ %addr, %begin ], [ %at.next, %more ]
  %end = or i32 %at, 7
  %shadow = call i32 @__asan_shadow(i32 %at)
  %fine = icmp eq i32 %shadow, 0
  br i1 %fine, label %ok, label %look
look:
  %is.load = icmp ne i32 %loads, 0
  %ends.here = icmp uge i32 %end, %last
  %inside = icmp ult i32 %last, %end
  %to = select i1 %inside, i32 %last, i32 %end
  %starts.here = icmp eq i32 %at, %addr
  %whole = and i1 %starts.here, %ends.here
  %loose = and i1 %is.load, %whole
  %touched = select i1 %loose, i32 %at, i32 %to
  %byte = and i32 %touched, 7
  %small = icmp ult i32 %shadow, 8
  %within = icmp ult i32 %byte, %shadow
  %allowed = and i1 %small, %within
  br i1 %allowed, label %ok, label %bad
ok:
  %done = icmp uge i32 %end, %last
  br i1 %done, label %return, label %more
more:
  %at.next = add i32 %end, 1
  br label %next
bad:
  br i1 %small, label %behind, label %report
behind:
  %following = add i32 %end, 1
  %following.shadow = call i32 @__asan_shadow(i32 %following)
  br label %report
report:
  %why = phi i32 [ %shadow, %bad ], [ %following.shadow, %behind ]
  call void @__asan_report(i32 %addr, i32 %size, i32 %kind, i32 %name, i32 %why)
  ret void
return:
  ret void
}

; The variables: address, size, size with what is around it, how much of that is before it; an address of 0 ends them.
define void @_start(i32 %info) {
entry:
  %at.ours = call i32 @__sz_begin(i32 %info)
  %table = ptrtoint [16 x i8]* @__asan_variables to i32
  br label %next
next:
  %at = phi i32 [ %table, %entry ], [ %at.next, %one ]
  %p = inttoptr i32 %at to i32*
  %variable = load i32, i32* %p, align 1
  %end = icmp eq i32 %variable, 0
  br i1 %end, label %run, label %one
one:
  %size.a = add i32 %at, 4
  %size.p = inttoptr i32 %size.a to i32*
  %size = load i32, i32* %size.p, align 1
  %total.a = add i32 %at, 8
  %total.p = inttoptr i32 %total.a to i32*
  %total = load i32, i32* %total.p, align 1
  %before.a = add i32 %at, 12
  %before.p = inttoptr i32 %before.a to i32*
  %before = load i32, i32* %before.p, align 1
  call void @__asan_object(i32 %variable, i32 %size, i32 %before, i32 %total, i32 249)
  %at.next = add i32 %at, 16
  br label %next
run:
  call void @__sz_program(i32 %info)
  ret void
}
