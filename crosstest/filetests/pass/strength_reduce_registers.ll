; Pointers are made as long as there are registers for them.
; recipes: O3
; run: @fits(i32 2, i32 3, i32 4, i32 5)
; check x8632 @fits: L0:
; check-not x8632 @fits: imul
; run: @full(i32 2, i32 3, i32 4, i32 5, i32 6)
; check x8632 @full: L0:
; check x8632 @full: imul
; run: @fits_wide(i32 2, i64 3, i32 4)
; check x8632 @fits_wide: L0:
; check-not x8632 @fits_wide: imul
; run: @full_wide(i32 2, i64 3, i64 4)
; check x8632 @full_wide: L0:
; check x8632 @full_wide: imul
; run: @floats(i32 2, double 3.0, double 4.0, i8 5, i16 6, i32 7)
; check x8632 @floats: L0:
; check-not x8632 @floats: imul
; run: @small(i32 2, i8 3, i16 4, i8 5, i16 6)
; check x8632 @small: L0:
; check x8632 @small: imul
; run: @calls(i32 2, i32 3)
; check x8632 @calls: L0:
; check-not x8632 @calls: imul
; run: @calls_full(i32 2, i32 3, i32 4)
; check x8632 @calls_full: L0:
; check x8632 @calls_full: imul
@cells = internal global [800 x i8] zeroinitializer, align 4
define internal void @other() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 2
  br i1 %c, label %loop, label %end
end:
  ret void
}
; On x86-32 six integers have registers, and one of 64 bits takes two.
define void @fits(i32 %x, i32 %x0, i32 %x1, i32 %x2) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %pa = inttoptr i32 %a to i32*
  store i32 %i, i32* %pa, align 1
  %g0 = add i32 %b, 600
  %p0 = inttoptr i32 %g0 to i32*
  store i32 %x0, i32* %p0, align 1
  %g1 = add i32 %b, 608
  %p1 = inttoptr i32 %g1 to i32*
  store i32 %x1, i32* %p1, align 1
  %g2 = add i32 %b, 616
  %p2 = inttoptr i32 %g2 to i32*
  store i32 %x2, i32* %p2, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @full(i32 %x, i32 %x0, i32 %x1, i32 %x2, i32 %x3) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %pa = inttoptr i32 %a to i32*
  store i32 %i, i32* %pa, align 1
  %g0 = add i32 %b, 600
  %p0 = inttoptr i32 %g0 to i32*
  store i32 %x0, i32* %p0, align 1
  %g1 = add i32 %b, 608
  %p1 = inttoptr i32 %g1 to i32*
  store i32 %x1, i32* %p1, align 1
  %g2 = add i32 %b, 616
  %p2 = inttoptr i32 %g2 to i32*
  store i32 %x2, i32* %p2, align 1
  %g3 = add i32 %b, 624
  %p3 = inttoptr i32 %g3 to i32*
  store i32 %x3, i32* %p3, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @fits_wide(i32 %x, i64 %x0, i32 %x1) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %pa = inttoptr i32 %a to i32*
  store i32 %i, i32* %pa, align 1
  %g0 = add i32 %b, 600
  %p0 = inttoptr i32 %g0 to i64*
  store i64 %x0, i64* %p0, align 1
  %g1 = add i32 %b, 608
  %p1 = inttoptr i32 %g1 to i32*
  store i32 %x1, i32* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @full_wide(i32 %x, i64 %x0, i64 %x1) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %pa = inttoptr i32 %a to i32*
  store i32 %i, i32* %pa, align 1
  %g0 = add i32 %b, 600
  %p0 = inttoptr i32 %g0 to i64*
  store i64 %x0, i64* %p0, align 1
  %g1 = add i32 %b, 608
  %p1 = inttoptr i32 %g1 to i64*
  store i64 %x1, i64* %p1, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Others take none, and small ones one.
define void @floats(i32 %x, double %x0, double %x1, i8 %x2, i16 %x3, i32 %x4) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %pa = inttoptr i32 %a to i32*
  store i32 %i, i32* %pa, align 1
  %g0 = add i32 %b, 600
  %p0 = inttoptr i32 %g0 to double*
  store double %x0, double* %p0, align 1
  %g1 = add i32 %b, 608
  %p1 = inttoptr i32 %g1 to double*
  store double %x1, double* %p1, align 1
  %g2 = add i32 %b, 616
  %p2 = inttoptr i32 %g2 to i8*
  store i8 %x2, i8* %p2, align 1
  %g3 = add i32 %b, 624
  %p3 = inttoptr i32 %g3 to i16*
  store i16 %x3, i16* %p3, align 1
  %g4 = add i32 %b, 632
  %p4 = inttoptr i32 %g4 to i32*
  store i32 %x4, i32* %p4, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @small(i32 %x, i8 %x0, i16 %x1, i8 %x2, i16 %x3) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %pa = inttoptr i32 %a to i32*
  store i32 %i, i32* %pa, align 1
  %g0 = add i32 %b, 600
  %p0 = inttoptr i32 %g0 to i8*
  store i8 %x0, i8* %p0, align 1
  %g1 = add i32 %b, 608
  %p1 = inttoptr i32 %g1 to i16*
  store i16 %x1, i16* %p1, align 1
  %g2 = add i32 %b, 616
  %p2 = inttoptr i32 %g2 to i8*
  store i8 %x2, i8* %p2, align 1
  %g3 = add i32 %b, 624
  %p3 = inttoptr i32 %g3 to i16*
  store i16 %x3, i16* %p3, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; About half of them live across calls.
define void @calls(i32 %x, i32 %x0) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %pa = inttoptr i32 %a to i32*
  store i32 %i, i32* %pa, align 1
  %g0 = add i32 %b, 600
  %p0 = inttoptr i32 %g0 to i32*
  store i32 %x0, i32* %p0, align 1
  call void @other()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @calls_full(i32 %x, i32 %x0, i32 %x1) {
entry:
  %b = ptrtoint [800 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = add i32 %i, %x
  %o = mul i32 %j, 20
  %a = add i32 %b, %o
  %pa = inttoptr i32 %a to i32*
  store i32 %i, i32* %pa, align 1
  %g0 = add i32 %b, 600
  %p0 = inttoptr i32 %g0 to i32*
  store i32 %x0, i32* %p0, align 1
  %g1 = add i32 %b, 608
  %p1 = inttoptr i32 %g1 to i32*
  store i32 %x1, i32* %p1, align 1
  call void @other()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
