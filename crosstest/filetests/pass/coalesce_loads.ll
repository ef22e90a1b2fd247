; Pieces of a number that lie side by side in memory are one load, turned round if the highest comes first. `-O3` has `coalesce-memory` for it.
; run: @word(i32 0) -> i32 1144201745
; run: @word(i32 1) -> i32 1430532898
; run: @half(i32 3) -> i32 21828
; run: @other_order(i32 0) -> i32 287454020
; run: @signed_top(i32 5) -> i32 -30602
; run: @signed_below(i32 7) -> i32 -120
; run: @long(i32 0) -> i64 -8613303245920329199
; run: @of_halves(i32 0) -> i64 -8613303245920329199
; run: @turned_long(i32 2) -> i64 3694171492931115434
; run: @turned_below(i32 5) -> i64 1719109785
@bytes = internal global [12 x i8] c"\11\223DUfw\88\99\AA\BB\88", align 4
define i32 @word(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p0 = add i32 %b, %at
  %a0 = inttoptr i32 %p0 to i8*
  %v0 = load i8* %a0, align 1
  %p1 = add i32 %p0, 1
  %a1 = inttoptr i32 %p1 to i8*
  %v1 = load i8* %a1, align 1
  %p2 = add i32 %p0, 2
  %a2 = inttoptr i32 %p2 to i8*
  %v2 = load i8* %a2, align 1
  %p3 = add i32 %p0, 3
  %a3 = inttoptr i32 %p3 to i8*
  %v3 = load i8* %a3, align 1
  %w0 = zext i8 %v0 to i32
  %w1 = zext i8 %v1 to i32
  %w2 = zext i8 %v2 to i32
  %w3 = zext i8 %v3 to i32
  %s1 = shl i32 %w1, 8
  %s2 = shl i32 %w2, 16
  %s3 = shl i32 %w3, 24
  %o1 = or i32 %s1, %w0
  %o2 = or i32 %o1, %s2
  %o3 = or i32 %s3, %o2
  ret i32 %o3
}
define i32 @half(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p0 = add i32 %b, %at
  %p1 = add i32 %p0, 1
  %a0 = inttoptr i32 %p0 to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %v1 = load i8* %a1, align 1
  %v0 = load i8* %a0, align 1
  %w0 = zext i8 %v0 to i16
  %w1 = zext i8 %v1 to i16
  %s1 = shl i16 %w1, 8
  %h = add i16 %s1, %w0
  %r = zext i16 %h to i32
  ret i32 %r
}
define i32 @other_order(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p0 = add i32 %b, %at
  %a0 = inttoptr i32 %p0 to i8*
  %v0 = load i8* %a0, align 1
  %p1 = add i32 %p0, 1
  %a1 = inttoptr i32 %p1 to i8*
  %v1 = load i8* %a1, align 1
  %p2 = add i32 %p0, 2
  %a2 = inttoptr i32 %p2 to i8*
  %v2 = load i8* %a2, align 1
  %p3 = add i32 %p0, 3
  %a3 = inttoptr i32 %p3 to i8*
  %v3 = load i8* %a3, align 1
  %w0 = zext i8 %v0 to i32
  %w1 = zext i8 %v1 to i32
  %w2 = zext i8 %v2 to i32
  %w3 = zext i8 %v3 to i32
  %s0 = shl i32 %w0, 24
  %s1 = shl i32 %w1, 16
  %s2 = shl i32 %w2, 8
  %o1 = or i32 %s0, %s1
  %o2 = or i32 %s2, %w3
  %o3 = or i32 %o1, %o2
  ret i32 %o3
}
define i32 @signed_top(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p0 = add i32 %b, %at
  %p1 = add i32 %p0, 2
  %a0 = inttoptr i32 %p0 to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %v0 = load i8* %a0, align 1
  %v1 = load i8* %a1, align 1
  %w0 = zext i8 %v0 to i32
  %w1 = sext i8 %v1 to i32
  %s1 = shl i32 %w1, 8
  %o = or i32 %s1, %w0
  %x = add i32 %o, 16
  ret i32 %x
}
define i32 @signed_below(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p0 = add i32 %b, %at
  %p1 = add i32 %p0, 1
  %a0 = inttoptr i32 %p0 to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %v0 = load i8* %a0, align 1
  %v1 = load i8* %a1, align 1
  %w0 = sext i8 %v0 to i32
  %w1 = zext i8 %v1 to i32
  %s1 = shl i32 %w1, 8
  %o = or i32 %s1, %w0
  ret i32 %o
}
define i64 @long(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p0 = add i32 %b, %at
  %p1 = add i32 %p0, 4
  %a0 = inttoptr i32 %p0 to i32*
  %a1 = inttoptr i32 %p1 to i32*
  %v0 = load i32* %a0, align 1
  %v1 = load i32* %a1, align 1
  %w0 = zext i32 %v0 to i64
  %w1 = zext i32 %v1 to i64
  %s1 = shl i64 %w1, 32
  %o = or i64 %s1, %w0
  ret i64 %o
}
define i64 @of_halves(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p0 = add i32 %b, %at
  %p1 = add i32 %p0, 2
  %p2 = add i32 %p0, 4
  %p3 = add i32 %p0, 6
  %a0 = inttoptr i32 %p0 to i16*
  %a1 = inttoptr i32 %p1 to i16*
  %a2 = inttoptr i32 %p2 to i16*
  %a3 = inttoptr i32 %p3 to i16*
  %v3 = load i16* %a3, align 1
  %v2 = load i16* %a2, align 1
  %v1 = load i16* %a1, align 1
  %v0 = load i16* %a0, align 1
  %x0 = zext i16 %v0 to i32
  %x1 = zext i16 %v1 to i32
  %x2 = zext i16 %v2 to i32
  %x3 = sext i16 %v3 to i32
  %t1 = shl i32 %x1, 16
  %t3 = shl i32 %x3, 16
  %low = or i32 %x0, %t1
  %high = or i32 %t3, %x2
  %w0 = zext i32 %low to i64
  %w1 = zext i32 %high to i64
  %s1 = shl i64 %w1, 32
  %o = add i64 %w0, %s1
  ret i64 %o
}
define i64 @turned_long(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p = add i32 %b, %at
  %p0 = add i32 %p, 0
  %a0 = inttoptr i32 %p0 to i8*
  %v0 = load i8* %a0, align 1
  %w0 = zext i8 %v0 to i64
  %p1 = add i32 %p, 1
  %a1 = inttoptr i32 %p1 to i8*
  %v1 = load i8* %a1, align 1
  %w1 = zext i8 %v1 to i64
  %p2 = add i32 %p, 2
  %a2 = inttoptr i32 %p2 to i8*
  %v2 = load i8* %a2, align 1
  %w2 = zext i8 %v2 to i64
  %p3 = add i32 %p, 3
  %a3 = inttoptr i32 %p3 to i8*
  %v3 = load i8* %a3, align 1
  %w3 = zext i8 %v3 to i64
  %p4 = add i32 %p, 4
  %a4 = inttoptr i32 %p4 to i8*
  %v4 = load i8* %a4, align 1
  %w4 = zext i8 %v4 to i64
  %p5 = add i32 %p, 5
  %a5 = inttoptr i32 %p5 to i8*
  %v5 = load i8* %a5, align 1
  %w5 = zext i8 %v5 to i64
  %p6 = add i32 %p, 6
  %a6 = inttoptr i32 %p6 to i8*
  %v6 = load i8* %a6, align 1
  %w6 = zext i8 %v6 to i64
  %p7 = add i32 %p, 7
  %a7 = inttoptr i32 %p7 to i8*
  %v7 = load i8* %a7, align 1
  %w7 = zext i8 %v7 to i64
  %s0 = shl i64 %w0, 56
  %s1 = shl i64 %w1, 48
  %o1 = or i64 %s0, %s1
  %s2 = shl i64 %w2, 40
  %o2 = or i64 %o1, %s2
  %s3 = shl i64 %w3, 32
  %o3 = or i64 %o2, %s3
  %s4 = shl i64 %w4, 24
  %o4 = or i64 %o3, %s4
  %s5 = shl i64 %w5, 16
  %o5 = or i64 %o4, %s5
  %s6 = shl i64 %w6, 8
  %o6 = or i64 %o5, %s6
  %o7 = or i64 %o6, %w7
  ret i64 %o7
}
define i64 @turned_below(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p = add i32 %b, %at
  %p0 = add i32 %p, 0
  %a0 = inttoptr i32 %p0 to i8*
  %v0 = load i8* %a0, align 1
  %w0 = zext i8 %v0 to i64
  %p1 = add i32 %p, 1
  %a1 = inttoptr i32 %p1 to i8*
  %v1 = load i8* %a1, align 1
  %w1 = zext i8 %v1 to i64
  %p2 = add i32 %p, 2
  %a2 = inttoptr i32 %p2 to i8*
  %v2 = load i8* %a2, align 1
  %w2 = zext i8 %v2 to i64
  %p3 = add i32 %p, 3
  %a3 = inttoptr i32 %p3 to i8*
  %v3 = load i8* %a3, align 1
  %w3 = zext i8 %v3 to i64
  %s0 = shl i64 %w0, 24
  %s1 = shl i64 %w1, 16
  %o1 = or i64 %s0, %s1
  %s2 = shl i64 %w2, 8
  %o2 = or i64 %o1, %s2
  %o3 = or i64 %o2, %w3
  ret i64 %o3
}
