; How many pointers strength reduction makes: as many as have registers, and three.
; recipes: O3
; run: @three()
; run: @four()
; check-not mips32 @three: mul
; check mips32 @four: L0:
; check mips32 @four: mul
; check-not mips32 @four: mul
@cells = internal global [800 x i8] zeroinitializer, align 4
@seen = internal global [64 x i8] zeroinitializer, align 4
; Three pointers, and no fourth one.
define void @three() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o0 = mul i32 %i, 20
  %a0 = add i32 %o0, %b
  %d0 = add i32 %a0, 0
  %p0 = inttoptr i32 %d0 to i32*
  store i32 %i, i32* %p0, align 1
  %o1 = mul i32 %i, 28
  %a1 = add i32 %o1, %b
  %d1 = add i32 %a1, 4
  %p1 = inttoptr i32 %d1 to i32*
  store i32 %i, i32* %p1, align 1
  %o2 = mul i32 %i, 44
  %a2 = add i32 %o2, %b
  %d2 = add i32 %a2, 8
  %p2 = inttoptr i32 %d2 to i32*
  store i32 %i, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @four() {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o0 = mul i32 %i, 20
  %a0 = add i32 %o0, %b
  %d0 = add i32 %a0, 0
  %p0 = inttoptr i32 %d0 to i32*
  store i32 %i, i32* %p0, align 1
  %o1 = mul i32 %i, 28
  %a1 = add i32 %o1, %b
  %d1 = add i32 %a1, 4
  %p1 = inttoptr i32 %d1 to i32*
  store i32 %i, i32* %p1, align 1
  %o2 = mul i32 %i, 44
  %a2 = add i32 %o2, %b
  %d2 = add i32 %a2, 8
  %p2 = inttoptr i32 %d2 to i32*
  store i32 %i, i32* %p2, align 1
  %o3 = mul i32 %i, 52
  %a3 = add i32 %o3, %b
  %d3 = add i32 %a3, 12
  %p3 = inttoptr i32 %d3 to i32*
  store i32 %i, i32* %p3, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
