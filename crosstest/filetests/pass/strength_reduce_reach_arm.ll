; How far from a pointer the addresses are that it stands for on Arm, by the types of accesses.
; recipes: O3
; run: @arm_i32_near(i32 3, i32 0)
; run: @arm_i32_far(i32 3, i32 0)
; check arm32 @arm_i32_near: L0:
; check-not arm32 @arm_i32_near: lsl
; check arm32 @arm_i32_far: L0:
; check arm32 @arm_i32_far: lsl
; run: @arm_i64_near(i32 3, i32 0)
; run: @arm_i64_far(i32 3, i32 0)
; check arm32 @arm_i64_near: L0:
; check-not arm32 @arm_i64_near: lsl
; check arm32 @arm_i64_far: L0:
; check arm32 @arm_i64_far: lsl
; run: @arm_i16_near(i32 3, i32 0)
; run: @arm_i16_far(i32 3, i32 0)
; check arm32 @arm_i16_near: L0:
; check-not arm32 @arm_i16_near: lsl
; check arm32 @arm_i16_far: L0:
; check arm32 @arm_i16_far: lsl
; run: @arm_double_near(i32 3, i32 0)
; run: @arm_double_far(i32 3, i32 0)
; check arm32 @arm_double_near: L0:
; check-not arm32 @arm_double_near: lsl
; check arm32 @arm_double_far: L0:
; check arm32 @arm_double_far: lsl
; run: @narrowest(i32 3, i32 0)
; check arm32 @narrowest: L0:
; check arm32 @narrowest: lsl
@cells = internal global [70000 x i8] zeroinitializer, align 8
define void @arm_i32_near(i32 %y, i32 %z) {
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
  %g = add i32 %f, 4080
  %p2 = inttoptr i32 %g to i32*
  store i32 %i, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @arm_i32_far(i32 %y, i32 %z) {
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
  %g = add i32 %f, 4081
  %p2 = inttoptr i32 %g to i32*
  store i32 %i, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @arm_i64_near(i32 %y, i32 %z) {
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
  %p1 = inttoptr i32 %a to i64*
  store i64 1, i64* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 4080
  %p2 = inttoptr i32 %g to i64*
  store i64 1, i64* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @arm_i64_far(i32 %y, i32 %z) {
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
  %p1 = inttoptr i32 %a to i64*
  store i64 1, i64* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 4081
  %p2 = inttoptr i32 %g to i64*
  store i64 1, i64* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @arm_i16_near(i32 %y, i32 %z) {
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
  %p1 = inttoptr i32 %a to i16*
  store i16 7, i16* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 252
  %p2 = inttoptr i32 %g to i16*
  store i16 7, i16* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @arm_i16_far(i32 %y, i32 %z) {
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
  %p1 = inttoptr i32 %a to i16*
  store i16 7, i16* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 253
  %p2 = inttoptr i32 %g to i16*
  store i16 7, i16* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @arm_double_near(i32 %y, i32 %z) {
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
  %p1 = inttoptr i32 %a to double*
  store double 1.0, double* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 252
  %p2 = inttoptr i32 %g to double*
  store double 1.0, double* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @arm_double_far(i32 %y, i32 %z) {
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
  %p1 = inttoptr i32 %a to double*
  store double 1.0, double* %p1, align 1
  %f = add i32 %d, %o
  %g = add i32 %f, 256
  %p2 = inttoptr i32 %g to double*
  store double 1.0, double* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; The access that reaches least decides.
define void @narrowest(i32 %y, i32 %z) {
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
  %g = add i32 %f, 4080
  %p2 = inttoptr i32 %g to i32*
  store i32 %i, i32* %p2, align 1
  %ph = inttoptr i32 %g to i16*
  store i16 7, i16* %ph, align 1
  %pk = inttoptr i32 %a to i16*
  store i16 8, i16* %pk, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
