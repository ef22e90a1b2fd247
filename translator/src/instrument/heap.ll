; Allocation with something around what is allocated: 16 bytes before it, of which the first four hold its size, and at least 16 behind it.
; What is freed may not be touched until 64 more have been freed. What does not come from here goes to where it came from.

@__asan_ring = internal global [256 x i8] zeroinitializer, align 4
@__asan_next = internal global [4 x i8] zeroinitializer, align 4
@__asan_free_name = internal constant [5 x i8] c"free\00", align 1

declare i32 @malloc(i32)
declare void @free(i32)
declare i32 @realloc(i32, i32)
declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)

define internal i32 @__asan_malloc(i32 %size) {
entry:
  %round = add i32 %size, 39
  %total = and i32 %round, -8
  %fits = icmp ugt i32 %total, %size
  br i1 %fits, label %allocate, label %none
allocate:
  %start = call i32 @malloc(i32 %total)
  %some = icmp ne i32 %start, 0
  br i1 %some, label %given, label %none
given:
  %odd = and i32 %start, 7
  %even = icmp eq i32 %odd, 0
  br i1 %even, label %mark, label %bare
bare:
  ret i32 %start
mark:
  %p = inttoptr i32 %start to i32*
  store i32 %size, i32* %p, align 1
  %object = add i32 %start, 16
  call void @__asan_object(i32 %object, i32 %size, i32 16, i32 %total, i32 250)
  ret i32 %object
none:
  ret i32 0
}

define internal i32 @__asan_is_ours(i32 %object) {
entry:
  %before = sub i32 %object, 1
  %shadow = call i32 @__asan_shadow(i32 %before)
  %ours = icmp eq i32 %shadow, 250
  %result = zext i1 %ours to i32
  ret i32 %result
}

define internal i32 @__asan_size(i32 %object) {
entry:
  %at = sub i32 %object, 16
  %p = inttoptr i32 %at to i32*
  %size = load i32, i32* %p, align 1
  ret i32 %size
}

define internal void @__asan_free(i32 %object) {
entry:
  %ours = call i32 @__asan_is_ours(i32 %object)
  %is = icmp ne i32 %ours, 0
  br i1 %is, label %check, label %theirs
theirs:
  call void @free(i32 %object)
  ret void
check:
  %shadow = call i32 @__asan_shadow(i32 %object)
  %again = icmp eq i32 %shadow, 253
  br i1 %again, label %twice, label %mark
twice:
  %name = ptrtoint [5 x i8]* @__asan_free_name to i32
  call void @__asan_report(i32 %object, i32 1, i32 %name, i32 %name, i32 253)
  ret void
mark:
  %size = call i32 @__asan_size(i32 %object)
  %round = add i32 %size, 7
  %end = add i32 %object, %round
  call void @__asan_set(i32 %object, i32 %end, i32 253)
  %next.p = bitcast [4 x i8]* @__asan_next to i32*
  %turn = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %next.p, i32 1, i32 6)
  %slot = and i32 %turn, 63
  %offset = shl i32 %slot, 2
  %ring = ptrtoint [256 x i8]* @__asan_ring to i32
  %a = add i32 %ring, %offset
  %p = inttoptr i32 %a to i32*
  %old = call i32 @llvm.nacl.atomic.rmw.i32(i32 6, i32* %p, i32 %object, i32 6)
  %some = icmp ne i32 %old, 0
  br i1 %some, label %release, label %return
release:
  %old.size = call i32 @__asan_size(i32 %old)
  %old.start = sub i32 %old, 16
  %old.round = add i32 %old.size, 23
  %old.end = add i32 %old, %old.round
  call void @__asan_set(i32 %old.start, i32 %old.end, i32 0)
  call void @free(i32 %old.start)
  ret void
return:
  ret void
}

define internal i32 @__asan_realloc(i32 %object, i32 %size) {
entry:
  %nothing = icmp eq i32 %object, 0
  br i1 %nothing, label %first, label %look
first:
  %fresh = call i32 @__asan_malloc(i32 %size)
  ret i32 %fresh
look:
  %ours = call i32 @__asan_is_ours(i32 %object)
  %is = icmp ne i32 %ours, 0
  br i1 %is, label %move, label %theirs
theirs:
  %other = call i32 @realloc(i32 %object, i32 %size)
  ret i32 %other
move:
  %new = call i32 @__asan_malloc(i32 %size)
  %some = icmp ne i32 %new, 0
  br i1 %some, label %copy, label %none
copy:
  %old = call i32 @__asan_size(i32 %object)
  %shrinks = icmp ult i32 %size, %old
  %count = select i1 %shrinks, i32 %size, i32 %old
  %to = inttoptr i32 %new to i8*
  %from = inttoptr i32 %object to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %to, i8* %from, i32 %count, i32 1, i1 false)
  call void @__asan_free(i32 %object)
  ret i32 %new
none:
  ret i32 0
}

define internal i32 @__asan_calloc(i32 %count, i32 %each) {
entry:
  %count.wide = zext i32 %count to i64
  %each.wide = zext i32 %each to i64
  %wide = mul i64 %count.wide, %each.wide
  %fits = icmp ult i64 %wide, 4294967232
  br i1 %fits, label %allocate, label %none
allocate:
  %size = trunc i64 %wide to i32
  %object = call i32 @__asan_malloc(i32 %size)
  %some = icmp ne i32 %object, 0
  br i1 %some, label %clear, label %none
clear:
  %p = inttoptr i32 %object to i8*
  call void @llvm.memset.p0i8.i32(i8* %p, i8 0, i32 %size, i32 1, i1 false)
  ret i32 %object
none:
  ret i32 0
}
