; Loads and stores of integers at every alignment, of variables and of constants; bytes that overlap.
; run: @load_i32(i32 1) -> i32 0x05840382
; run: @load_i8(i32 0)
; run: @store_i8(i32 16, i32 -2)
; run: @store_i8(i32 0, i32 81985529)
; run: @load_i8(i32 1)
; run: @store_i8(i32 17, i32 -2)
; run: @store_i8(i32 1, i32 81985529)
; run: @load_i8(i32 2)
; run: @store_i8(i32 18, i32 -2)
; run: @store_i8(i32 2, i32 81985529)
; run: @load_i8(i32 3)
; run: @store_i8(i32 19, i32 -2)
; run: @store_i8(i32 3, i32 81985529)
; run: @load_i8(i32 7)
; run: @store_i8(i32 23, i32 -2)
; run: @store_i8(i32 7, i32 81985529)
; run: @load_i8(i32 8)
; run: @store_i8(i32 24, i32 -2)
; run: @store_i8(i32 8, i32 81985529)
; run: @load_i8(i32 13)
; run: @store_i8(i32 29, i32 -2)
; run: @store_i8(i32 13, i32 81985529)
; run: @store_constants_i8()
; run: @load_i16(i32 0)
; run: @store_i16(i32 16, i32 -2)
; run: @store_i16(i32 0, i32 81985529)
; run: @load_i16(i32 1)
; run: @store_i16(i32 17, i32 -2)
; run: @store_i16(i32 1, i32 81985529)
; run: @load_i16(i32 2)
; run: @store_i16(i32 18, i32 -2)
; run: @store_i16(i32 2, i32 81985529)
; run: @load_i16(i32 3)
; run: @store_i16(i32 19, i32 -2)
; run: @store_i16(i32 3, i32 81985529)
; run: @load_i16(i32 7)
; run: @store_i16(i32 23, i32 -2)
; run: @store_i16(i32 7, i32 81985529)
; run: @load_i16(i32 8)
; run: @store_i16(i32 24, i32 -2)
; run: @store_i16(i32 8, i32 81985529)
; run: @load_i16(i32 13)
; run: @store_i16(i32 29, i32 -2)
; run: @store_i16(i32 13, i32 81985529)
; run: @store_constants_i16()
; run: @load_i32(i32 0)
; run: @store_i32(i32 16, i32 -2)
; run: @store_i32(i32 0, i32 81985529)
; run: @load_i32(i32 1)
; run: @store_i32(i32 17, i32 -2)
; run: @store_i32(i32 1, i32 81985529)
; run: @load_i32(i32 2)
; run: @store_i32(i32 18, i32 -2)
; run: @store_i32(i32 2, i32 81985529)
; run: @load_i32(i32 3)
; run: @store_i32(i32 19, i32 -2)
; run: @store_i32(i32 3, i32 81985529)
; run: @load_i32(i32 7)
; run: @store_i32(i32 23, i32 -2)
; run: @store_i32(i32 7, i32 81985529)
; run: @load_i32(i32 8)
; run: @store_i32(i32 24, i32 -2)
; run: @store_i32(i32 8, i32 81985529)
; run: @load_i32(i32 13)
; run: @store_i32(i32 29, i32 -2)
; run: @store_i32(i32 13, i32 81985529)
; run: @store_constants_i32()
; run: @load_i64(i32 0)
; run: @store_i64(i32 16, i64 -2)
; run: @store_i64(i32 0, i64 81985529)
; run: @load_i64(i32 1)
; run: @store_i64(i32 17, i64 -2)
; run: @store_i64(i32 1, i64 81985529)
; run: @load_i64(i32 2)
; run: @store_i64(i32 18, i64 -2)
; run: @store_i64(i32 2, i64 81985529)
; run: @load_i64(i32 3)
; run: @store_i64(i32 19, i64 -2)
; run: @store_i64(i32 3, i64 81985529)
; run: @load_i64(i32 7)
; run: @store_i64(i32 23, i64 -2)
; run: @store_i64(i32 7, i64 81985529)
; run: @load_i64(i32 8)
; run: @store_i64(i32 24, i64 -2)
; run: @store_i64(i32 8, i64 81985529)
; run: @load_i64(i32 13)
; run: @store_i64(i32 29, i64 -2)
; run: @store_i64(i32 13, i64 81985529)
; run: @store_constants_i64()
; edges: @overlap @modify_i8 @modify_i16 @modify_i32 @modify_i64

@buffer = internal global [64 x i8] zeroinitializer, align 16
@source = internal constant [32 x i8] c"\01\82\03\84\05\86\07\88\09\8A\0B\8C\0D\8E\0F\90\11\92\13\94\15\96\17\98\19\9A\1B\9C\1D\9E\1F\A0", align 16
define i32 @load_i8(i32 %offset) {
  %base = ptrtoint [32 x i8]* @source to i32
  %addr = add i32 %base, %offset
  %p = inttoptr i32 %addr to i8*
  %r = load i8* %p, align 1
  %w = sext i8 %r to i32
  ret i32 %w
}
define void @store_i8(i32 %offset, i32 %a) {
  %base = ptrtoint [64 x i8]* @buffer to i32
  %addr = add i32 %base, %offset
  %v = trunc i32 %a to i8
  %p = inttoptr i32 %addr to i8*
  store i8 %v, i8* %p, align 1
  ret void
}
define i32 @modify_i8(i32 %a) {
  %v = trunc i32 %a to i8
  %base = ptrtoint [64 x i8]* @buffer to i32
  %addr = add i32 %base, 3
  %p = inttoptr i32 %addr to i8*
  store i8 %v, i8* %p, align 1
  %old = load i8* %p, align 1
  %new = add i8 %old, 77
  store i8 %new, i8* %p, align 1
  %r = load i8* %p, align 1
  %w = sext i8 %r to i32
  ret i32 %w
}
define void @store_constants_i8() {
  %base = ptrtoint [64 x i8]* @buffer to i32
  %p0 = inttoptr i32 %base to i8*
  store i8 -1, i8* %p0, align 1
  %a1 = add i32 %base, 17
  %p1 = inttoptr i32 %a1 to i8*
  store i8 126, i8* %p1, align 1
  %a2 = add i32 %base, 33
  %p2 = inttoptr i32 %a2 to i8*
  store i8 18, i8* %p2, align 1
  ret void
}
define i32 @load_i16(i32 %offset) {
  %base = ptrtoint [32 x i8]* @source to i32
  %addr = add i32 %base, %offset
  %p = inttoptr i32 %addr to i16*
  %r = load i16* %p, align 1
  %w = sext i16 %r to i32
  ret i32 %w
}
define void @store_i16(i32 %offset, i32 %a) {
  %base = ptrtoint [64 x i8]* @buffer to i32
  %addr = add i32 %base, %offset
  %v = trunc i32 %a to i16
  %p = inttoptr i32 %addr to i16*
  store i16 %v, i16* %p, align 1
  ret void
}
define i32 @modify_i16(i32 %a) {
  %v = trunc i32 %a to i16
  %base = ptrtoint [64 x i8]* @buffer to i32
  %addr = add i32 %base, 3
  %p = inttoptr i32 %addr to i16*
  store i16 %v, i16* %p, align 1
  %old = load i16* %p, align 1
  %new = add i16 %old, 77
  store i16 %new, i16* %p, align 1
  %r = load i16* %p, align 1
  %w = sext i16 %r to i32
  ret i32 %w
}
define void @store_constants_i16() {
  %base = ptrtoint [64 x i8]* @buffer to i32
  %p0 = inttoptr i32 %base to i16*
  store i16 -1, i16* %p0, align 1
  %a1 = add i32 %base, 17
  %p1 = inttoptr i32 %a1 to i16*
  store i16 32766, i16* %p1, align 1
  %a2 = add i32 %base, 33
  %p2 = inttoptr i32 %a2 to i16*
  store i16 18, i16* %p2, align 1
  ret void
}
define i32 @load_i32(i32 %offset) {
  %base = ptrtoint [32 x i8]* @source to i32
  %addr = add i32 %base, %offset
  %p = inttoptr i32 %addr to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define void @store_i32(i32 %offset, i32 %a) {
  %base = ptrtoint [64 x i8]* @buffer to i32
  %addr = add i32 %base, %offset
  %p = inttoptr i32 %addr to i32*
  store i32 %a, i32* %p, align 1
  ret void
}
define i32 @modify_i32(i32 %a) {
  %base = ptrtoint [64 x i8]* @buffer to i32
  %addr = add i32 %base, 3
  %p = inttoptr i32 %addr to i32*
  store i32 %a, i32* %p, align 1
  %old = load i32* %p, align 1
  %new = add i32 %old, 77
  store i32 %new, i32* %p, align 1
  %r = load i32* %p, align 1
  ret i32 %r
}
define void @store_constants_i32() {
  %base = ptrtoint [64 x i8]* @buffer to i32
  %p0 = inttoptr i32 %base to i32*
  store i32 -1, i32* %p0, align 1
  %a1 = add i32 %base, 17
  %p1 = inttoptr i32 %a1 to i32*
  store i32 2147483646, i32* %p1, align 1
  %a2 = add i32 %base, 33
  %p2 = inttoptr i32 %a2 to i32*
  store i32 18, i32* %p2, align 1
  ret void
}
define i64 @load_i64(i32 %offset) {
  %base = ptrtoint [32 x i8]* @source to i32
  %addr = add i32 %base, %offset
  %p = inttoptr i32 %addr to i64*
  %r = load i64* %p, align 1
  ret i64 %r
}
define void @store_i64(i32 %offset, i64 %a) {
  %base = ptrtoint [64 x i8]* @buffer to i32
  %addr = add i32 %base, %offset
  %p = inttoptr i32 %addr to i64*
  store i64 %a, i64* %p, align 1
  ret void
}
define i64 @modify_i64(i64 %a) {
  %base = ptrtoint [64 x i8]* @buffer to i32
  %addr = add i32 %base, 3
  %p = inttoptr i32 %addr to i64*
  store i64 %a, i64* %p, align 1
  %old = load i64* %p, align 1
  %new = add i64 %old, 77
  store i64 %new, i64* %p, align 1
  %r = load i64* %p, align 1
  ret i64 %r
}
define void @store_constants_i64() {
  %base = ptrtoint [64 x i8]* @buffer to i32
  %p0 = inttoptr i32 %base to i64*
  store i64 -1, i64* %p0, align 1
  %a1 = add i32 %base, 17
  %p1 = inttoptr i32 %a1 to i64*
  store i64 9223372036854775806, i64* %p1, align 1
  %a2 = add i32 %base, 33
  %p2 = inttoptr i32 %a2 to i64*
  store i64 18, i64* %p2, align 1
  ret void
}
define i32 @overlap(i64 %a) {
  %base = ptrtoint [64 x i8]* @buffer to i32
  %p = inttoptr i32 %base to i64*
  store i64 %a, i64* %p, align 1
  %a3 = add i32 %base, 3
  %q = inttoptr i32 %a3 to i32*
  %r = load i32* %q, align 1
  %a6 = add i32 %base, 6
  %s = inttoptr i32 %a6 to i16*
  store i16 -1, i16* %s, align 1
  %low = load i32* %q, align 1
  %d = xor i32 %r, %low
  %t = add i32 %d, %r
  ret i32 %t
}
