; What is no number of pieces that lie side by side stays as it is, and may trap. `-passes=coalesce-memory`: here the plain recipes give
; what the interpreter gives.
; run: @three(i32 0) -> i32 3351057
; run: @gap(i32 0) -> i32 17485
; run: @over_store(i32 9) -> i32 151593489
; run: @under_store(i32 9) -> i32 8721
; run: @used_twice(i32 0) -> i32 8738
; run: @at_end(i32 0) -> i32 -2000976197
; run: @outside(i32 0) -> traps
@bytes = internal global [12 x i8] c"\11\223DUfw\88\99\AA\BB\88", align 4
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
define i32 @under_store(i32 %x) {
  %b = ptrtoint [12 x i8]* @bytes to i32
  %p1 = add i32 %b, 1
  %a0 = inttoptr i32 %b to i8*
  %a1 = inttoptr i32 %p1 to i8*
  %new = trunc i32 %x to i8
  %v0 = load i8* %a0, align 1
  store i8 %new, i8* %a0, align 1
  %v1 = load i8* %a1, align 1
  store i8 17, i8* %a0, align 1
  %w0 = zext i8 %v0 to i32
  %w1 = zext i8 %v1 to i32
  %s1 = shl i32 %w1, 8
  %o = or i32 %s1, %w0
  ret i32 %o
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
