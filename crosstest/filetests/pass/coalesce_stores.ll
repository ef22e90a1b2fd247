; Stores side by side in an object are one, until somebody may look. `-passes=coalesce-memory` does it: here the plain recipes give what
; the interpreter gives.
; run: @constants() -> i64 578437695752307201
; run: @bytes_of(i32 305419896) -> i32 305419896
; run: @upper_bytes_of(i64 81985529216486895) -> i32 19088743
; run: @turned(i32 305419896) -> i32 2018915346
; run: @read_between(i32 7) -> i32 1799
; run: @overwritten(i32 7) -> i32 8199
; run: @mixed(i32 11) -> i32 721163
@room = internal global [16 x i8] zeroinitializer, align 8
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
