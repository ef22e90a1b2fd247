; Variables that lie close together are one address and distances from it.
; recipes: O3
; run: @count(i32 5) -> i32 23
; check arm32 @count: movw
; check-not arm32 @count: movw
; check mips32 @count: lui
; check-not mips32 @count: lui
; run: @far(i32 7) -> i32 21
; run: @constants(i32 2) -> i32 44
; run: @after(i32 6) -> i32 1038
@first = internal global [4 x i8] zeroinitializer, align 4
@second = internal global [2 x i8] zeroinitializer, align 2
@third = internal global [8 x i8] zeroinitializer, align 8
@large = internal global [6000 x i8] zeroinitializer, align 1
@behind = internal global [4 x i8] zeroinitializer, align 4
@table = internal constant [12 x i8] c"\01\00\00\00\0b\00\00\00\21\00\00\00", align 4
@other = internal constant [4 x i8] c"\0a\00\00\00", align 4
@set = internal global [4 x i8] c"\05\00\00\00", align 4
@too = internal global [4 x i8] c"\06\00\00\00", align 4
; Each is mentioned in several blocks, in three widths.
define i32 @count(i32 %n) {
entry:
  %fp = bitcast [4 x i8]* @first to i32*
  %f = load i32* %fp, align 1
  %is = icmp eq i32 %f, 0
  br i1 %is, label %then, label %end
then:
  %sp = bitcast [2 x i8]* @second to i16*
  %narrow = trunc i32 %n to i16
  store i16 %narrow, i16* %sp, align 1
  store i32 %n, i32* %fp, align 1
  %tp = bitcast [8 x i8]* @third to i64*
  %wide = zext i32 %n to i64
  store i64 %wide, i64* %tp, align 1
  br label %end
end:
  %sq = bitcast [2 x i8]* @second to i16*
  %s = load i16* %sq, align 1
  %s32 = zext i16 %s to i32
  %tq = bitcast [8 x i8]* @third to i64*
  %t = load i64* %tq, align 1
  %t32 = trunc i64 %t to i32
  %fq = bitcast [4 x i8]* @first to i32*
  %g = load i32* %fq, align 1
  %a = add i32 %s32, %t32
  %b = add i32 %a, %g
  %c = add i32 %b, 8
  store i32 %c, i32* %fq, align 1
  %d = load i32* %fq, align 1
  ret i32 %d
}
; Farther away than an access reaches.
define i32 @far(i32 %n) {
entry:
  %tp = bitcast [8 x i8]* @third to i32*
  store i32 %n, i32* %tp, align 1
  %bp = bitcast [4 x i8]* @behind to i32*
  %twice = add i32 %n, %n
  store i32 %twice, i32* %bp, align 1
  %is = icmp ugt i32 %n, 100
  br i1 %is, label %then, label %end
then:
  store i32 0, i32* %bp, align 1
  br label %end
end:
  %t = load i32* %tp, align 1
  %b = load i32* %bp, align 1
  %s = add i32 %t, %b
  ret i32 %s
}
; What is constant lies elsewhere, and so does what is not zero.
define i32 @constants(i32 %n) {
entry:
  %base = ptrtoint [12 x i8]* @table to i32
  %off = shl i32 %n, 2
  %at = add i32 %base, %off
  %p = inttoptr i32 %at to i32*
  %v = load i32* %p, align 1
  %op = bitcast [4 x i8]* @other to i32*
  %w = load i32* %op, align 1
  %sp = bitcast [4 x i8]* @set to i32*
  %x = load i32* %sp, align 1
  %tp = bitcast [4 x i8]* @too to i32*
  %y = load i32* %tp, align 1
  %is = icmp eq i32 %x, %y
  br i1 %is, label %then, label %end
then:
  store i32 %w, i32* %sp, align 1
  store i32 %v, i32* %tp, align 1
  br label %end
end:
  %z = load i32* %op, align 1
  %q = load i32* %tp, align 1
  %r = load i32* %sp, align 1
  %s1 = add i32 %v, %z
  %s2 = add i32 %s1, %q
  %s3 = sub i32 %s2, %r
  ret i32 %s3
}
; A call between, and addresses that are values.
define i32 @after(i32 %n) {
entry:
  %fp = bitcast [4 x i8]* @first to i32*
  store i32 1000, i32* %fp, align 1
  %a = call i32 @same(i32 %n)
  %f = load i32* %fp, align 1
  %base = ptrtoint [8 x i8]* @third to i32
  %at = add i32 %base, 4
  %b = call i32 @put(i32 %base, i32 %a)
  %c = call i32 @put(i32 %at, i32 %b)
  %first = ptrtoint [4 x i8]* @first to i32
  %away = sub i32 %base, %first
  %s = add i32 %f, %c
  %t = add i32 %s, %away
  %u = add i32 %t, %b
  %tp = bitcast [8 x i8]* @third to i32*
  %v = load i32* %tp, align 1
  %w = add i32 %u, %v
  ret i32 %w
}
define internal i32 @same(i32 %n) {
entry:
  %m = add i32 %n, 4
  ret i32 %m
}
define internal i32 @put(i32 %at, i32 %n) {
entry:
  %p = inttoptr i32 %at to i32*
  store i32 %n, i32* %p, align 1
  ret i32 %n
}
