; What the sums are that strength reduction looks into, and how far.
; recipes: O3
; run: @shared(i32 4, i32 8, i32 12)
; run: @merged()
; run: @cancelled(i32 1000)
; run: @turned(i32 1000)
; run: @five(i32 4, i32 8, i32 400)
; run: @six(i32 4, i32 8, i32 400, i32 -200)
; run: @many(i32 1, i32 2)
; run: @more(i32 1, i32 2)
; run: @only() -> i32 5
; run: @values(i32 9)
; run: @six_last(i32 4, i32 8, i32 400, i32 -200)
; check mips32 @six_last: L0:
; check mips32 @six_last: mul
; check-not mips32 @values: mul
; check-not mips32 @only: mul
; check-not mips32 @shared: mul
; check mips32 @merged: 0x14
; check-not mips32 @merged: 0x14
; check mips32 @cancelled: , 0xc
; check-not mips32 @cancelled: , 0xc
; check mips32 @turned: , 0xc
; check-not mips32 @turned: , 0xc
; check-not mips32 @five: mul
; check mips32 @six: L0:
; check mips32 @six: mul
; check mips32 @many: L0:
; check-not mips32 @many: sll
; check mips32 @more: L0:
; check mips32 @more: sll
@cells = internal global [800 x i8] zeroinitializer, align 4
; Three pointers of one multiple, which goes with the last of them.
define void @shared(i32 %c, i32 %d, i32 %e) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %f = add i32 %b, %e
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 20
  %o1 = add i32 %o, %c
  %a1 = add i32 %o1, %b
  %p1 = inttoptr i32 %a1 to i32*
  store i32 %i, i32* %p1, align 1
  %o2 = add i32 %o, %d
  %a2 = add i32 %o2, %b
  %p2 = inttoptr i32 %a2 to i32*
  store i32 %i, i32* %p2, align 1
  %a3 = add i32 %o, %f
  %p3 = inttoptr i32 %a3 to i32*
  store i32 %i, i32* %p3, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Multiples of one counter are put together, and what cancels out is no part: one pointer.
define void @merged() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = mul i32 %i, 12
  %y = shl i32 %i, 3
  %o = add i32 %x, %y
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %z = mul i32 %i, 20
  %c = add i32 %b, %z
  %d = add i32 %c, 4
  %p2 = inttoptr i32 %d to i32*
  store i32 %i, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @cancelled(i32 %k) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %k
  %x = mul i32 %j, 12
  %y = mul i32 %k, 12
  %o = sub i32 %x, %y
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %z = mul i32 %i, 12
  %c = add i32 %b, %z
  %d = add i32 %c, 4
  %p2 = inttoptr i32 %d to i32*
  store i32 %i, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @turned(i32 %k) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %k, %i
  %x = mul i32 %j, 12
  %y = mul i32 %k, 12
  %o = sub i32 %x, %y
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %z = mul i32 %i, 12
  %c = add i32 %b, %z
  %d = add i32 %c, 4
  %p2 = inttoptr i32 %d to i32*
  store i32 %i, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Sums of five values, and of six.
define void @five(i32 %c, i32 %d, i32 %e) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 20
  %s0 = add i32 %o, %b
  %s1 = add i32 %s0, %c
  %s2 = add i32 %s1, %d
  %s3 = add i32 %s2, %e
  %p9 = inttoptr i32 %s3 to i32*
  store i32 %i, i32* %p9, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @six(i32 %c, i32 %d, i32 %e, i32 %f) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 20
  %s0 = add i32 %o, %b
  %s1 = add i32 %s0, %c
  %s2 = add i32 %s1, %d
  %s3 = add i32 %s2, %e
  %s4 = add i32 %s3, %f
  %p9 = inttoptr i32 %s4 to i32*
  store i32 %i, i32* %p9, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Of so many operations, and of more.
define void @many(i32 %c, i32 %d) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = mul i32 %i, 3
  %y = add i32 %x, %c
  %z = mul i32 %y, 5
  %s0 = add i32 %z, %b
  %s1 = add i32 %s0, %d
  %s2 = add i32 %s1, %c
  %s3 = add i32 %s2, %d
  %s4 = add i32 %s3, %c
  %s5 = add i32 %s4, %d
  %s6 = add i32 %s5, %c
  %s7 = add i32 %s6, %d
  %s8 = add i32 %s7, %c
  %p99 = inttoptr i32 %s8 to i32*
  store i32 %i, i32* %p99, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @more(i32 %c, i32 %d) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = mul i32 %i, 3
  %y = add i32 %x, %c
  %z = mul i32 %y, 5
  %s0 = add i32 %z, %b
  %s1 = add i32 %s0, %d
  %s2 = add i32 %s1, %c
  %s3 = add i32 %s2, %d
  %s4 = add i32 %s3, %c
  %s5 = add i32 %s4, %d
  %s6 = add i32 %s5, %c
  %s7 = add i32 %s6, %d
  %w = mul i32 %d, 7
  %s8 = add i32 %s7, %w
  %p99 = inttoptr i32 %s8 to i32*
  store i32 %i, i32* %p99, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; The only one of a loop.
define i32 @only() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %e = inttoptr i32 %b to i32*
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 20
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %v = load i32* %e, align 1
  %w = add i32 %v, 1
  store i32 %w, i32* %e, align 1
  %more = icmp ult i32 %w, 5
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}
; A sum that no access has for its address.
define void @values(i32 %y) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 20
  %a = add i32 %o, %y
  %z = xor i32 %a, %y
  %g = inttoptr i32 %b to i32*
  store i32 %z, i32* %g, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @six_last(i32 %c, i32 %d, i32 %e, i32 %f) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 20
  %s1 = add i32 %b, %c
  %s2 = add i32 %s1, %d
  %s3 = add i32 %s2, %e
  %s4 = add i32 %s3, %f
  %a = add i32 %s4, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
