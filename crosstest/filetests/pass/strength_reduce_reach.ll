; How far from a pointer the addresses are that it stands for, with the types of accesses.
; recipes: O3
; run: @mip_i32_near(i32 3, i32 0)
; run: @mip_i32_far(i32 3, i32 0)
; check mips32 @mip_i32_near: L0:
; check-not mips32 @mip_i32_near: mul
; check mips32 @mip_i32_far: L0:
; check mips32 @mip_i32_far: mul
; run: @x86_i32_near(i32 3, i32 0)
; run: @x86_i32_far(i32 3, i32 0)
; check x8632 @x86_i32_near: L0:
; check-not x8632 @x86_i32_near: imul
; check x8632 @x86_i32_far: L0:
; check x8632 @x86_i32_far: imul
; run: @large(i32 0)
; check-not mips32 @large: mul
@cells = internal global [70000 x i8] zeroinitializer, align 8
define void @mip_i32_near(i32 %y, i32 %z) {
entry:
  %b0 = ptrtoint [70000 x i8]* @cells to i32
  %b = or i32 %b0, %z
  %y3 = mul i32 %y, 3
  %y2 = shl i32 %y, 1
  %c = add i32 %b, %y3
  %e = add i32 %y, %b
  %d = add i32 %y2, %e
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %y
  %o = mul i32 %j, 20
  %a = add i32 %c, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 32512
  %p2 = inttoptr i32 %g to i32*
  store i32 %i, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @mip_i32_far(i32 %y, i32 %z) {
entry:
  %b0 = ptrtoint [70000 x i8]* @cells to i32
  %b = or i32 %b0, %z
  %y3 = mul i32 %y, 3
  %y2 = shl i32 %y, 1
  %c = add i32 %b, %y3
  %e = add i32 %y, %b
  %d = add i32 %y2, %e
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %y
  %o = mul i32 %j, 20
  %a = add i32 %c, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 32513
  %p2 = inttoptr i32 %g to i32*
  store i32 %i, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @x86_i32_near(i32 %y, i32 %z) {
entry:
  %b0 = ptrtoint [70000 x i8]* @cells to i32
  %b = or i32 %b0, %z
  %y3 = mul i32 %y, 3
  %y2 = shl i32 %y, 1
  %c = add i32 %b, %y3
  %e = add i32 %y, %b
  %d = add i32 %y2, %e
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %y
  %o = mul i32 %j, 20
  %a = add i32 %c, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %y, i32* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 65536
  %p2 = inttoptr i32 %g to i32*
  store i32 %y, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @x86_i32_far(i32 %y, i32 %z) {
entry:
  %b0 = ptrtoint [70000 x i8]* @cells to i32
  %b = or i32 %b0, %z
  %y3 = mul i32 %y, 3
  %y2 = shl i32 %y, 1
  %c = add i32 %b, %y3
  %e = add i32 %y, %b
  %d = add i32 %y2, %e
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %y
  %o = mul i32 %j, 20
  %a = add i32 %c, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %y, i32* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 65537
  %p2 = inttoptr i32 %g to i32*
  store i32 %y, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @large(i32 %z) {
entry:
  %b0 = ptrtoint [70000 x i8]* @cells to i32
  %b = or i32 %b0, %z
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 65540
  %a = add i32 %b, %o
  %p1 = inttoptr i32 %a to i32*
  store i32 %i, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 2
  br i1 %more, label %loop, label %end
end:
  ret void
}
