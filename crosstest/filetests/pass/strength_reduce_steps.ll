; What a pointer starts from, and what is a distance away from it.
; recipes: O3
; run: @needed(i32 4)
; check mips32 @needed: L0:
; check-not mips32 @needed: sll
; run: @half(i32 0)
; check x8632 @half: L0:
; check x8632 @half: shl
; run: @plain_shift()
; check arm32 @plain_shift: L0:
; check arm32 @plain_shift: lsl
; run: @odd()
; check mips32 @odd: L0:
; check-not mips32 @odd: mul
; run: @late()
; check mips32 @late: L0:
; check-not mips32 @late: mul
@cells = internal global [800 x i8] zeroinitializer, align 4
; Both are needed, one of them at a distance.
define void @needed(i32 %y) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  %y3 = mul i32 %y, 3
  %y2 = shl i32 %y, 1
  %c = add i32 %b, %y3
  %e = add i32 %y, %b
  %d = add i32 %y2, %e
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = shl i32 %i, 2
  %a = add i32 %c, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %a, i32* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 4
  %p2 = inttoptr i32 %g to i32*
  store i32 %g, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; A shift by four in every second round.
define void @half(i32 %x) {
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
  %o = shl i32 %i, 4
  %a = add i32 %c, %o
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
; On Arm the sum takes in the shift, and nothing is saved.
define void @plain_shift() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = shl i32 %i, 2
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; One byte away.
define void @odd() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 20
  %f = add i32 %o, %b
  %a = add i32 %f, 1
  %p1 = inttoptr i32 %a to i8*
  store i8 7, i8* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Large numbers: where it starts, and what it is multiplied with.
define void @late() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 70000, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 20
  %f = add i32 %o, %b
  %a = add i32 %f, -1400000
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 70005
  br i1 %more, label %loop, label %end
end:
  ret void
}
