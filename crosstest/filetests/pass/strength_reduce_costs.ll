; What accesses add up themselves costs nothing in the rule by which strength reduction pays.
; recipes: O3
; run: @words(i32 4, i32 80)
; run: @halves(i32 4, i32 80)
; run: @symbol(i32 4)
; run: @register(i32 0)
; run: @by_eight(i32 0)
; run: @by_sixteen(i32 0)
; run: @both(i32 4)
; run: @both_sums(i32 4)
; check x8632 @both_sums: L0:
; check-not x8632 @both_sums: *8
; run: @one_mul()
; run: @object() -> i32 4
; run: @object_left() -> i32 4
; run: @pointer(i32 0)
; run: @object_sum(i32 2) -> i32 2
; check arm32 @words: L0:
; check arm32 @words: lsl
; check arm32 @register: L0:
; check arm32 @register: lsl
; check arm32 @halves: L0:
; check-not arm32 @halves: lsl
; check arm32 @symbol: L0:
; check-not arm32 @symbol: lsl
; check x8632 @by_eight: L0:
; check x8632 @by_eight: *8
; check x8632 @by_sixteen: L0:
; check-not x8632 @by_sixteen: shl
; check x8632 @both: L0:
; check x8632 @both: *8
; check x8632 @one_mul: L0:
; check x8632 @one_mul: imul
; check-not mips32 @one_mul: mul
; check mips32 @object: L0:
; check-not mips32 @object: sll
; check mips32 @object_left: L0:
; check-not mips32 @object_left: sll
; check mips32 @pointer: L0:
; check mips32 @pointer: sll
; check x8632 @object_sum: L0:
; check x8632 @object_sum: *4
@cells = internal global [800 x i8] zeroinitializer, align 4
@more = internal global [800 x i8] zeroinitializer, align 4
; A shifted register is added by accesses, on Arm not to halfwords and not to a variable.
define void @words(i32 %x, i32 %y) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %y3 = mul i32 %y, 3
  %y2 = shl i32 %y, 1
  %c = add i32 %b, %y3
  %y4 = add i32 %y, %b
  %d = add i32 %y2, %y4
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = shl i32 %j, 2
  %a = add i32 %c, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %e = add i32 %d, %o
  %p2 = inttoptr i32 %e to i32*
  store i32 %i, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @halves(i32 %x, i32 %y) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %y3 = mul i32 %y, 3
  %y2 = shl i32 %y, 1
  %c = add i32 %b, %y3
  %y4 = add i32 %y, %b
  %d = add i32 %y2, %y4
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = shl i32 %j, 1
  %a = add i32 %c, %o
  %p1 = inttoptr i32 %a to i16*
  store i16 5, i16* %p1, align 1
  %e = add i32 %d, %o
  %p2 = inttoptr i32 %e to i16*
  store i16 6, i16* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @symbol(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = shl i32 %j, 2
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @register(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %c = or i32 %b, %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = shl i32 %j, 2
  %a = add i32 %c, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; On x86 shifts by up to three are.
define void @by_eight(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %c = or i32 %b, %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = shl i32 %j, 3
  %a = add i32 %c, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @by_sixteen(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %c = or i32 %b, %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = shl i32 %i, 4
  %a = add i32 %c, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @both(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %k = phi i32 [ 5, %entry ], [ %kn, %loop ]
  %o = shl i32 %i, 3
  %q = shl i32 %k, 3
  %a = add i32 %o, %q
  %e = add i32 %a, %b
  %p1 = inttoptr i32 %e to i32*
  store i32 %i, i32* %p1, align 1
  %kn = add i32 %k, 3
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @both_sums(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %k = phi i32 [ 5, %entry ], [ %kn, %loop ]
  %j = add i32 %i, %x
  %o = shl i32 %j, 3
  %q = shl i32 %k, 3
  %a = add i32 %o, %q
  %e = add i32 %a, %b
  %p1 = inttoptr i32 %e to i32*
  store i32 %i, i32* %p1, align 1
  %kn = add i32 %k, 3
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @one_mul() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 20
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; The address of a stack object is made anew each time where accesses do not add it up.
define i32 @object() {
entry:
  %s = alloca i8, i32 400, align 4
  %b = ptrtoint i8* %s to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %then, label %latch
then:
  %o = shl i32 %i, 2
  %a = add i32 %o, %b
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  br label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 9
  br i1 %more, label %loop, label %end
end:
  %e = add i32 %b, 16
  %pe = inttoptr i32 %e to i32*
  %r = load i32* %pe, align 1
  ret i32 %r
}
define i32 @object_left() {
entry:
  %s = alloca i8, i32 400, align 4
  %b = ptrtoint i8* %s to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %then, label %latch
then:
  %o = shl i32 %i, 2
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  br label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 9
  br i1 %more, label %loop, label %end
end:
  %e = add i32 %b, 16
  %pe = inttoptr i32 %e to i32*
  %r = load i32* %pe, align 1
  ret i32 %r
}
define void @pointer(i32 %x) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %c = or i32 %b, %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %then, label %latch
then:
  %o = shl i32 %i, 2
  %a = add i32 %o, %c
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  br label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 9
  br i1 %more, label %loop, label %end
end:
  ret void
}
define i32 @object_sum(i32 %x) {
entry:
  %s = alloca i8, i32 400, align 4
  %b = ptrtoint i8* %s to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = shl i32 %j, 2
  %a = add i32 %o, %b
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  %e = add i32 %b, 16
  %pe = inttoptr i32 %e to i32*
  %r = load i32* %pe, align 1
  ret i32 %r
}
