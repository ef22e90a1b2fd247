; Pieces of a number that lie side by side in memory are one access. `-passes=coalesce-memory` does it: here the plain recipes give what the
; interpreter gives.
; run: @word(i32 0) -> i32 1144201745
; run: @word(i32 1) -> i32 1430532898
; run: @half(i32 3) -> i32 21828
; run: @other_order(i32 0) -> i32 287454020
; run: @signed_top(i32 5) -> i32 -30602
; run: @signed_below(i32 7) -> i32 -120
; run: @long(i32 0) -> i64 -8613303245920329199
; run: @of_halves(i32 0) -> i64 -8613303245920329199
; run: @three(i32 0) -> i32 3351057
; run: @gap(i32 0) -> i32 17485
; run: @over_store(i32 9) -> i32 151593489
; run: @used_twice(i32 0) -> i32 8738
; run: @at_end(i32 0) -> i32 -2000976197
; run: @outside(i32 0) -> traps
; run: @constants() -> i64 578437695752307201
; run: @bytes_of(i32 305419896) -> i32 305419896
; run: @upper_bytes_of(i64 81985529216486895) -> i32 19088743
; run: @turned(i32 305419896) -> i32 2018915346
; run: @read_between(i32 7) -> i32 1799
; run: @overwritten(i32 7) -> i32 8199
; run: @mixed(i32 11) -> i32 721163
@bytes = internal global [12 x i8] c"\11\223DUfw\88\99\AA\BB\88", align 4
@room = internal global [16 x i8] zeroinitializer, align 8
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
define i32 @three(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p0 = add i32 %b, %at
  %p1 = add i32 %p0, 1
  %p2 = add i32 %p0, 2
  %a0 = inttoptr i32 %p0 to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %a2 = inttoptr i32 %p2 to i8*
  %v0 = load i8* %a0, align 1
  %v1 = load i8* %a1, align 1
  %v2 = load i8* %a2, align 1
  %w0 = zext i8 %v0 to i32
  %w1 = zext i8 %v1 to i32
  %w2 = zext i8 %v2 to i32
  %s1 = shl i32 %w1, 8
  %s2 = shl i32 %w2, 16
  %o1 = or i32 %s1, %w0
  %o2 = or i32 %o1, %s2
  ret i32 %o2
}
define i32 @gap(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p0 = add i32 %b, %at
  %p1 = add i32 %p0, 3
  %a0 = inttoptr i32 %p0 to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %v0 = load i8* %a0, align 1
  %v1 = load i8* %a1, align 1
  %w0 = zext i8 %v0 to i32
  %w1 = zext i8 %v1 to i32
  %s1 = shl i32 %w1, 8
  %o = or i32 %s1, %w0
  %r = add i32 %o, 60
  ret i32 %r
}
define i32 @over_store(i32 %x) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p0 = add i32 %b, 0
  %p1 = add i32 %b, 1
  %p3 = add i32 %b, 3
  %p2 = add i32 %b, 2
  %a0 = inttoptr i32 %p0 to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %a2 = inttoptr i32 %p2 to i8*
  %a3 = inttoptr i32 %p3 to i8*
  %v0 = load i8* %a0, align 1
  %v1 = load i8* %a1, align 1
  %old2 = load i8* %a2, align 1
  %old3 = load i8* %a3, align 1
  %new = trunc i32 %x to i8
  store i8 %new, i8* %a2, align 1
  store i8 %new, i8* %a3, align 1
  %v2 = load i8* %a2, align 1
  %v3 = load i8* %a3, align 1
  store i8 %old2, i8* %a2, align 1
  store i8 %old3, i8* %a3, align 1
  %w0 = zext i8 %v0 to i32
  %w1 = zext i8 %v1 to i32
  %w2 = zext i8 %v2 to i32
  %w3 = zext i8 %v3 to i32
  %s1 = shl i32 %w1, 8
  %s2 = shl i32 %w2, 16
  %s3 = shl i32 %w3, 24
  %o1 = or i32 %s1, %w0
  %o2 = or i32 %s2, %s3
  %o3 = or i32 %o1, %o2
  ret i32 %o3
}
define i32 @used_twice(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p0 = add i32 %b, %at
  %p1 = add i32 %p0, 1
  %a0 = inttoptr i32 %p0 to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %v0 = load i8* %a0, align 1
  %v1 = load i8* %a1, align 1
  %w0 = zext i8 %v0 to i32
  %w1 = zext i8 %v1 to i32
  %s1 = shl i32 %w1, 8
  %o = or i32 %s1, %w0
  %d = sub i32 %o, %w0
  %r = add i32 %d, %w1
  ret i32 %r
}
define i32 @at_end(i32 %at) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p = add i32 %b, %at
  %p0 = add i32 %p, 10
  %p1 = add i32 %p, 11
  %a0 = inttoptr i32 %p0 to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %v0 = load i8* %a0, align 1
  %v1 = load i8* %a1, align 1
  %w0 = zext i8 %v0 to i32
  %w1 = zext i8 %v1 to i32
  %s1 = shl i32 %w1, 8
  %o = or i32 %s1, %w0
  %t = shl i32 %o, 16
  %r = or i32 %t, 34491
  ret i32 %r
}
define i32 @outside(i32 %at) {
  %p0 = add i32 %at, 16
  %p1 = add i32 %at, 17
  %a0 = inttoptr i32 %p0 to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %v0 = load i8* %a0, align 1
  %v1 = load i8* %a1, align 1
  %w0 = zext i8 %v0 to i32
  %w1 = zext i8 %v1 to i32
  %s1 = shl i32 %w1, 8
  %o = or i32 %s1, %w0
  ret i32 %o
}
define i64 @constants() {
  %b = ptrtoint [16 x i8]* @room to i32
  %p1 = add i32 %b, 1
  %p2 = add i32 %b, 2
  %p4 = add i32 %b, 4
  %p6 = add i32 %b, 6
  %p7 = add i32 %b, 7
  %a0 = inttoptr i32 %b to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %a2 = inttoptr i32 %p2 to i16*
  %a4 = inttoptr i32 %p4 to i16*
  %a6 = inttoptr i32 %p6 to i8*
  %a7 = inttoptr i32 %p7 to i8*
  store i8 8, i8* %a7, align 1
  store i8 1, i8* %a0, align 1
  store i16 1027, i16* %a2, align 1
  store i8 2, i8* %a1, align 1
  store i16 1541, i16* %a4, align 1
  store i8 7, i8* %a6, align 1
  %a = inttoptr i32 %b to i64*
  %r = load i64* %a, align 1
  ret i64 %r
}
define i32 @bytes_of(i32 %x) {
  %b = ptrtoint [16 x i8]* @room to i32
  %p0 = add i32 %b, 4
  %p1 = add i32 %b, 5
  %p2 = add i32 %b, 6
  %p3 = add i32 %b, 7
  %a0 = inttoptr i32 %p0 to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %a2 = inttoptr i32 %p2 to i8*
  %a3 = inttoptr i32 %p3 to i8*
  %x1 = lshr i32 %x, 8
  %x2 = lshr i32 %x, 16
  %x3 = lshr i32 %x, 24
  %v0 = trunc i32 %x to i8
  %v1 = trunc i32 %x1 to i8
  %v2 = trunc i32 %x2 to i8
  %v3 = trunc i32 %x3 to i8
  store i8 %v0, i8* %a0, align 1
  store i8 %v1, i8* %a1, align 1
  store i8 %v2, i8* %a2, align 1
  store i8 %v3, i8* %a3, align 1
  %a = inttoptr i32 %p0 to i32*
  %r = load i32* %a, align 1
  ret i32 %r
}
define i32 @upper_bytes_of(i64 %x) {
  %b = ptrtoint [16 x i8]* @room to i32
  %p0 = add i32 %b, 8
  %p1 = add i32 %b, 9
  %p2 = add i32 %b, 10
  %p3 = add i32 %b, 11
  %a0 = inttoptr i32 %p0 to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %a2 = inttoptr i32 %p2 to i8*
  %a3 = inttoptr i32 %p3 to i8*
  %x0 = lshr i64 %x, 32
  %x1 = ashr i64 %x, 40
  %x2 = lshr i64 %x, 48
  %x3 = lshr i64 %x, 56
  %v0 = trunc i64 %x0 to i8
  %v1 = trunc i64 %x1 to i8
  %v2 = trunc i64 %x2 to i8
  %v3 = trunc i64 %x3 to i8
  store i8 %v3, i8* %a3, align 1
  store i8 %v0, i8* %a0, align 1
  store i8 %v1, i8* %a1, align 1
  store i8 %v2, i8* %a2, align 1
  %a = inttoptr i32 %p0 to i32*
  %r = load i32* %a, align 1
  ret i32 %r
}
define i32 @turned(i32 %x) {
  %b = ptrtoint [16 x i8]* @room to i32
  %p1 = add i32 %b, 1
  %p2 = add i32 %b, 2
  %p3 = add i32 %b, 3
  %a0 = inttoptr i32 %b to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %a2 = inttoptr i32 %p2 to i8*
  %a3 = inttoptr i32 %p3 to i8*
  %x1 = lshr i32 %x, 8
  %x2 = lshr i32 %x, 16
  %x3 = lshr i32 %x, 24
  %v0 = trunc i32 %x3 to i8
  %v1 = trunc i32 %x2 to i8
  %v2 = trunc i32 %x1 to i8
  %v3 = trunc i32 %x to i8
  store i8 %v0, i8* %a0, align 1
  store i8 %v1, i8* %a1, align 1
  store i8 %v2, i8* %a2, align 1
  store i8 %v3, i8* %a3, align 1
  %a = inttoptr i32 %b to i32*
  %r = load i32* %a, align 1
  ret i32 %r
}
define i32 @read_between(i32 %x) {
  %b = ptrtoint [16 x i8]* @room to i32
  %p1 = add i32 %b, 1
  %a0 = inttoptr i32 %b to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %ah = inttoptr i32 %b to i16*
  store i8 0, i8* %a0, align 1
  store i8 0, i8* %a1, align 1
  %v = trunc i32 %x to i8
  store i8 7, i8* %a0, align 1
  %h = load i16* %ah, align 1
  store i8 7, i8* %a1, align 1
  %h2 = load i16* %ah, align 1
  %w = zext i16 %h to i32
  %w2 = zext i16 %h2 to i32
  %f = mul i32 %w, 0
  %r = add i32 %f, %w2
  %d = sub i32 %w, %x
  %e = add i32 %r, %d
  ret i32 %e
}
define i32 @overwritten(i32 %x) {
  %b = ptrtoint [16 x i8]* @room to i32
  %p1 = add i32 %b, 1
  %a0 = inttoptr i32 %b to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %ah = inttoptr i32 %b to i16*
  %v = trunc i32 %x to i8
  store i8 1, i8* %a0, align 1
  store i8 %v, i8* %a0, align 1
  store i8 32, i8* %a1, align 1
  %h = load i16* %ah, align 1
  %w = zext i16 %h to i32
  ret i32 %w
}
define i32 @mixed(i32 %x) {
  %b = ptrtoint [16 x i8]* @room to i32
  %p2 = add i32 %b, 2
  %a0 = inttoptr i32 %b to i16*
  %a2 = inttoptr i32 %p2 to i16*
  %y = add i32 %x, 0
  %v = trunc i32 %x to i16
  %z = trunc i32 %y to i16
  store i16 %v, i16* %a0, align 1
  store i16 %z, i16* %a2, align 1
  %a = inttoptr i32 %b to i32*
  %r = load i32* %a, align 1
  %s = add i32 %r, 256
  ret i32 %s
}
