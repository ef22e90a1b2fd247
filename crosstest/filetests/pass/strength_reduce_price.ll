; When a pointer in place of multiples pays, and when not.
; recipes: O3
; run: @zero()
; run: @three()
; run: @from(i32 5)
; run: @from_four(i32 5)
; run: @minus(i32 40)
; run: @little()
; run: @enough(i32 60)
; run: @moved(i32 4)
; check mips32 @moved: L0:
; check mips32 @moved: sll
; run: @start_three(i32 2)
; check mips32 @start_three: L0:
; check-not mips32 @start_three: sll
; run: @start_four(i32 5, i32 40)
; check mips32 @start_four: L0:
; check mips32 @start_four: mul
; check-not mips32 @zero: mul
; check-not mips32 @three: mul
; check-not mips32 @minus: mul
; check mips32 @from: L0:
; check mips32 @from: mul
; check mips32 @from_four: L0:
; check mips32 @from_four: mul
; check mips32 @little: L0:
; check mips32 @little: mul
; check-not mips32 @enough: sll
@cells = internal global [800 x i8] zeroinitializer, align 4
define internal void @other(i32 %x) {
entry:
  %c = icmp eq i32 %x, 77
  br i1 %c, label %yes, label %no
yes:
  %p = bitcast [800 x i8]* @cells to i32*
  store i32 %x, i32* %p, align 1
  ret void
no:
  ret void
}
; What a pointer starts from has to be cheap for the little that every second round saves.
define void @zero() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %then, label %latch
then:
  %o = mul i32 %i, 20
  %a = add i32 %o, %b
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
define void @three() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 3, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %then, label %latch
then:
  %o = mul i32 %i, 20
  %a = add i32 %o, %b
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
define void @from(i32 %m) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ %m, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %then, label %latch
then:
  %o = mul i32 %i, 20
  %a = add i32 %o, %b
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
define void @from_four(i32 %m) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ %m, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %then, label %latch
then:
  %o = mul i32 %i, 20
  %a4 = add i32 %o, %b
  %a = add i32 %a4, 4
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
define void @minus(i32 %k) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %c = sub i32 %k, %b
  br label %loop
loop:
  %i = phi i32 [ 3, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %then, label %latch
then:
  %o = mul i32 %i, 20
  %a = sub i32 %o, %c
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
; With calls it has to save more.
define void @little() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %then, label %latch
then:
  %o = mul i32 %i, 20
  %a = add i32 %o, %b
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  br label %latch
latch:
  call void @other(i32 %i)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 9
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @enough(i32 %m) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %c = add i32 %m, %b
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = shl i32 %i, 2
  %a = add i32 %o, %c
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  call void @other(i32 %i)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; What is needed itself at a distance is made still.
define void @moved(i32 %y) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %y3 = mul i32 %y, 3
  %y2 = shl i32 %y, 1
  %c = add i32 %b, %y3
  %e = add i32 %y, %b
  %d = add i32 %y2, %e
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %then, label %latch
then:
  %o = shl i32 %i, 2
  %a = add i32 %c, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %a, i32* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 4
  %p2 = inttoptr i32 %g to i32*
  store i32 %g, i32* %p2, align 1
  br label %latch
latch:
  call void @other(i32 %i)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 9
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Three instructions before the loop for one a round, and four for as much.
define void @start_three(i32 %m) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ %m, %entry ], [ %next, %loop ]
  %o = shl i32 %i, 2
  %f = add i32 %o, %b
  %a = add i32 %f, 4
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @start_four(i32 %m, i32 %k) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ %m, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %then, label %latch
then:
  %o = mul i32 %i, 20
  %f = add i32 %o, %b
  %g = add i32 %f, %k
  %a = add i32 %g, 4
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
