; Of how many addresses a loop may make: 32 are looked at.
; recipes: O3
; run: @all(i32 4)
; check mips32 @all: L0:
; check-not mips32 @all: mul
; run: @more(i32 4)
; check mips32 @more: L0:
; check mips32 @more: mul
@cells = internal global [800 x i8] zeroinitializer, align 4
define void @all(i32 %y) {
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
  %o = mul i32 %i, 20
  %a0 = add i32 %o, %c
  %p0 = inttoptr i32 %a0 to i32*
  store i32 %i, i32* %p0, align 1
  %a1 = add i32 %a0, 4
  %p1 = inttoptr i32 %a1 to i32*
  store i32 %i, i32* %p1, align 1
  %a2 = add i32 %a0, 8
  %p2 = inttoptr i32 %a2 to i32*
  store i32 %i, i32* %p2, align 1
  %a3 = add i32 %a0, 12
  %p3 = inttoptr i32 %a3 to i32*
  store i32 %i, i32* %p3, align 1
  %a4 = add i32 %a0, 16
  %p4 = inttoptr i32 %a4 to i32*
  store i32 %i, i32* %p4, align 1
  %a5 = add i32 %a0, 20
  %p5 = inttoptr i32 %a5 to i32*
  store i32 %i, i32* %p5, align 1
  %a6 = add i32 %a0, 24
  %p6 = inttoptr i32 %a6 to i32*
  store i32 %i, i32* %p6, align 1
  %a7 = add i32 %a0, 28
  %p7 = inttoptr i32 %a7 to i32*
  store i32 %i, i32* %p7, align 1
  %a8 = add i32 %a0, 32
  %p8 = inttoptr i32 %a8 to i32*
  store i32 %i, i32* %p8, align 1
  %a9 = add i32 %a0, 36
  %p9 = inttoptr i32 %a9 to i32*
  store i32 %i, i32* %p9, align 1
  %a10 = add i32 %a0, 40
  %p10 = inttoptr i32 %a10 to i32*
  store i32 %i, i32* %p10, align 1
  %a11 = add i32 %a0, 44
  %p11 = inttoptr i32 %a11 to i32*
  store i32 %i, i32* %p11, align 1
  %a12 = add i32 %a0, 48
  %p12 = inttoptr i32 %a12 to i32*
  store i32 %i, i32* %p12, align 1
  %a13 = add i32 %a0, 52
  %p13 = inttoptr i32 %a13 to i32*
  store i32 %i, i32* %p13, align 1
  %a14 = add i32 %a0, 56
  %p14 = inttoptr i32 %a14 to i32*
  store i32 %i, i32* %p14, align 1
  %a15 = add i32 %a0, 60
  %p15 = inttoptr i32 %a15 to i32*
  store i32 %i, i32* %p15, align 1
  %a16 = add i32 %a0, 64
  %p16 = inttoptr i32 %a16 to i32*
  store i32 %i, i32* %p16, align 1
  %a17 = add i32 %a0, 68
  %p17 = inttoptr i32 %a17 to i32*
  store i32 %i, i32* %p17, align 1
  %a18 = add i32 %a0, 72
  %p18 = inttoptr i32 %a18 to i32*
  store i32 %i, i32* %p18, align 1
  %a19 = add i32 %a0, 76
  %p19 = inttoptr i32 %a19 to i32*
  store i32 %i, i32* %p19, align 1
  %a20 = add i32 %a0, 80
  %p20 = inttoptr i32 %a20 to i32*
  store i32 %i, i32* %p20, align 1
  %a21 = add i32 %a0, 84
  %p21 = inttoptr i32 %a21 to i32*
  store i32 %i, i32* %p21, align 1
  %a22 = add i32 %a0, 88
  %p22 = inttoptr i32 %a22 to i32*
  store i32 %i, i32* %p22, align 1
  %a23 = add i32 %a0, 92
  %p23 = inttoptr i32 %a23 to i32*
  store i32 %i, i32* %p23, align 1
  %a24 = add i32 %a0, 96
  %p24 = inttoptr i32 %a24 to i32*
  store i32 %i, i32* %p24, align 1
  %a25 = add i32 %a0, 100
  %p25 = inttoptr i32 %a25 to i32*
  store i32 %i, i32* %p25, align 1
  %a26 = add i32 %a0, 104
  %p26 = inttoptr i32 %a26 to i32*
  store i32 %i, i32* %p26, align 1
  %a27 = add i32 %a0, 108
  %p27 = inttoptr i32 %a27 to i32*
  store i32 %i, i32* %p27, align 1
  %a28 = add i32 %a0, 112
  %p28 = inttoptr i32 %a28 to i32*
  store i32 %i, i32* %p28, align 1
  %a29 = add i32 %a0, 116
  %p29 = inttoptr i32 %a29 to i32*
  store i32 %i, i32* %p29, align 1
  %a30 = add i32 %a0, 120
  %p30 = inttoptr i32 %a30 to i32*
  store i32 %i, i32* %p30, align 1
  %l = add i32 %o, %d
  %pl = inttoptr i32 %l to i32*
  store i32 %i, i32* %pl, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @more(i32 %y) {
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
  %o = mul i32 %i, 20
  %a0 = add i32 %o, %c
  %p0 = inttoptr i32 %a0 to i32*
  store i32 %i, i32* %p0, align 1
  %a1 = add i32 %a0, 4
  %p1 = inttoptr i32 %a1 to i32*
  store i32 %i, i32* %p1, align 1
  %a2 = add i32 %a0, 8
  %p2 = inttoptr i32 %a2 to i32*
  store i32 %i, i32* %p2, align 1
  %a3 = add i32 %a0, 12
  %p3 = inttoptr i32 %a3 to i32*
  store i32 %i, i32* %p3, align 1
  %a4 = add i32 %a0, 16
  %p4 = inttoptr i32 %a4 to i32*
  store i32 %i, i32* %p4, align 1
  %a5 = add i32 %a0, 20
  %p5 = inttoptr i32 %a5 to i32*
  store i32 %i, i32* %p5, align 1
  %a6 = add i32 %a0, 24
  %p6 = inttoptr i32 %a6 to i32*
  store i32 %i, i32* %p6, align 1
  %a7 = add i32 %a0, 28
  %p7 = inttoptr i32 %a7 to i32*
  store i32 %i, i32* %p7, align 1
  %a8 = add i32 %a0, 32
  %p8 = inttoptr i32 %a8 to i32*
  store i32 %i, i32* %p8, align 1
  %a9 = add i32 %a0, 36
  %p9 = inttoptr i32 %a9 to i32*
  store i32 %i, i32* %p9, align 1
  %a10 = add i32 %a0, 40
  %p10 = inttoptr i32 %a10 to i32*
  store i32 %i, i32* %p10, align 1
  %a11 = add i32 %a0, 44
  %p11 = inttoptr i32 %a11 to i32*
  store i32 %i, i32* %p11, align 1
  %a12 = add i32 %a0, 48
  %p12 = inttoptr i32 %a12 to i32*
  store i32 %i, i32* %p12, align 1
  %a13 = add i32 %a0, 52
  %p13 = inttoptr i32 %a13 to i32*
  store i32 %i, i32* %p13, align 1
  %a14 = add i32 %a0, 56
  %p14 = inttoptr i32 %a14 to i32*
  store i32 %i, i32* %p14, align 1
  %a15 = add i32 %a0, 60
  %p15 = inttoptr i32 %a15 to i32*
  store i32 %i, i32* %p15, align 1
  %a16 = add i32 %a0, 64
  %p16 = inttoptr i32 %a16 to i32*
  store i32 %i, i32* %p16, align 1
  %a17 = add i32 %a0, 68
  %p17 = inttoptr i32 %a17 to i32*
  store i32 %i, i32* %p17, align 1
  %a18 = add i32 %a0, 72
  %p18 = inttoptr i32 %a18 to i32*
  store i32 %i, i32* %p18, align 1
  %a19 = add i32 %a0, 76
  %p19 = inttoptr i32 %a19 to i32*
  store i32 %i, i32* %p19, align 1
  %a20 = add i32 %a0, 80
  %p20 = inttoptr i32 %a20 to i32*
  store i32 %i, i32* %p20, align 1
  %a21 = add i32 %a0, 84
  %p21 = inttoptr i32 %a21 to i32*
  store i32 %i, i32* %p21, align 1
  %a22 = add i32 %a0, 88
  %p22 = inttoptr i32 %a22 to i32*
  store i32 %i, i32* %p22, align 1
  %a23 = add i32 %a0, 92
  %p23 = inttoptr i32 %a23 to i32*
  store i32 %i, i32* %p23, align 1
  %a24 = add i32 %a0, 96
  %p24 = inttoptr i32 %a24 to i32*
  store i32 %i, i32* %p24, align 1
  %a25 = add i32 %a0, 100
  %p25 = inttoptr i32 %a25 to i32*
  store i32 %i, i32* %p25, align 1
  %a26 = add i32 %a0, 104
  %p26 = inttoptr i32 %a26 to i32*
  store i32 %i, i32* %p26, align 1
  %a27 = add i32 %a0, 108
  %p27 = inttoptr i32 %a27 to i32*
  store i32 %i, i32* %p27, align 1
  %a28 = add i32 %a0, 112
  %p28 = inttoptr i32 %a28 to i32*
  store i32 %i, i32* %p28, align 1
  %a29 = add i32 %a0, 116
  %p29 = inttoptr i32 %a29 to i32*
  store i32 %i, i32* %p29, align 1
  %a30 = add i32 %a0, 120
  %p30 = inttoptr i32 %a30 to i32*
  store i32 %i, i32* %p30, align 1
  %a31 = add i32 %a0, 124
  %p31 = inttoptr i32 %a31 to i32*
  store i32 %i, i32* %p31, align 1
  %l = add i32 %o, %d
  %pl = inttoptr i32 %l to i32*
  store i32 %i, i32* %pl, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
