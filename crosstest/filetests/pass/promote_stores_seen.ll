; Places that a loop stores to and that others may see or be: `-passes=promote-stores` leaves them in memory, but for objects of the stack that are
; the function's own. Here the plain recipes give what the interpreter gives.
; run: @own(i32 4) -> i32 46
; run: @own(i32 0) -> i32 0
; run: @calls(i32 4) -> i32 10
; run: @divides(i32 4, i32 0) -> i32 80
; run: @divides(i32 4, i32 6) -> traps
; run: @may_be_the_same(i32 4, i32 0) -> i32 30
; run: @may_be_the_same(i32 4, i32 4) -> i32 10
; run: @overlaps(i32 4) -> i32 1028
; run: @pointer(i32 4, i32 0) -> i32 6
; run: @pointer(i32 8, i32 -1) -> traps
@place = internal global [16 x i8] zeroinitializer, align 4
define internal i32 @twice(i32 %x) {
  %r = mul i32 %x, 2
  ret i32 %r
}
; An object of the stack that calls know nothing of, in a loop of which nobody knows that it ends.
define i32 @own(i32 %n) {
entry:
  %a = alloca i8, i32 8, align 4
  %p = bitcast i8* %a to i32*
  %i8 = ptrtoint i8* %a to i32
  store i32 0, i32* %p, align 1
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %t = call i32 @twice(i32 %i)
  %old = load i32* %p, align 1
  %new = add i32 %old, %t
  store i32 %new, i32* %p, align 1
  %odd = and i32 %i, 1
  %is_odd = icmp eq i32 %odd, 1
  br i1 %is_odd, label %other, label %join
other:
  %old2 = load i32* %p, align 1
  %new2 = add i32 %old2, 17
  store i32 %new2, i32* %p, align 1
  br label %join
join:
  %next = add i32 %i, 1
  br label %head
end:
  %r = load i32* %p, align 1
  ret i32 %r
}
define internal i32 @seen() {
  %p = bitcast [16 x i8]* @place to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
; A function sees what the loop has stored.
define i32 @calls(i32 %n) {
entry:
  %p = bitcast [16 x i8]* @place to i32*
  store i32 0, i32* %p, align 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %next = add i32 %i, 1
  store i32 %next, i32* %p, align 1
  %now = call i32 @seen()
  %sum = add i32 %s, %now
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %sum
}
; Where it traps, memory is what the rounds before have stored.
define i32 @divides(i32 %n, i32 %d) {
entry:
  %p = bitcast [16 x i8]* @place to i32*
  store i32 0, i32* %p, align 1
  br label %loop
loop:
  %i = phi i32 [ 3, %entry ], [ %next, %loop ]
  %old = load i32* %p, align 1
  %new = add i32 %old, 20
  store i32 %new, i32* %p, align 1
  %by = sub i32 %i, %d
  %q = udiv i32 100, %by
  %next = add i32 %i, 1
  %m = add i32 %n, 3
  %more = icmp ult i32 %next, %m
  br i1 %more, label %loop, label %end
end:
  %r = load i32* %p, align 1
  ret i32 %r
}
; Another address may be that of the place.
define i32 @may_be_the_same(i32 %n, i32 %offset) {
entry:
  %p = bitcast [16 x i8]* @place to i32*
  %base = ptrtoint [16 x i8]* @place to i32
  %o = and i32 %offset, 12
  %at = add i32 %base, %o
  %q = inttoptr i32 %at to i32*
  store i32 0, i32* %p, align 1
  store i32 0, i32* %q, align 1
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %next, %loop ]
  %old = load i32* %p, align 1
  %new = add i32 %old, %i
  store i32 %new, i32* %p, align 1
  %x = load i32* %q, align 1
  %y = add i32 %x, 5
  store i32 %y, i32* %q, align 1
  %next = add i32 %i, 1
  %more = icmp ule i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  %r = load i32* %p, align 1
  ret i32 %r
}
; Bytes of two places are the same.
define i32 @overlaps(i32 %n) {
entry:
  %base = ptrtoint [16 x i8]* @place to i32
  %p = inttoptr i32 %base to i32*
  %one = add i32 %base, 1
  %q = inttoptr i32 %one to i8*
  store i32 0, i32* %p, align 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = load i32* %p, align 1
  %new = add i32 %old, 1
  store i32 %new, i32* %p, align 1
  %x = load i8* %q, align 1
  %y = add i8 %x, 1
  store i8 %y, i8* %q, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r = load i32* %p, align 1
  ret i32 %r
}
; A place somewhere, which traps or does not from the first round on.
define i32 @pointer(i32 %offset, i32 %far) {
entry:
  %base = ptrtoint [16 x i8]* @place to i32
  %near = add i32 %base, %offset
  %is_far = icmp eq i32 %far, -1
  %at = select i1 %is_far, i32 0, i32 %near
  %first = bitcast [16 x i8]* @place to i32*
  %p = inttoptr i32 %at to i32*
  %q = inttoptr i32 %near to i32*
  store i32 0, i32* %first, align 1
  store i32 0, i32* %q, align 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = load i32* %p, align 1
  %new = add i32 %old, %i
  store i32 %new, i32* %p, align 1
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  %r = load i32* %p, align 1
  ret i32 %r
}
