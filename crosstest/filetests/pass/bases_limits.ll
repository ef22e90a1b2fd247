; How far apart variables may lie that have one base, when it pays, and how many bases a function has.
; recipes: O3
; run: @five(i32 7)
; check arm32 @five: movw
; check arm32 @five: movw
; check arm32 @five: movw
; check arm32 @five: movw
; check arm32 @five: movw
; check arm32 @five: movw
; check-not arm32 @five: movw
; run: @near(i32 7)
; check arm32 @near: movw
; check-not arm32 @near: movw
; run: @far(i32 7)
; check arm32 @far: movw
; check arm32 @far: movw
; check-not arm32 @far: movw
; run: @half(i32 7)
; check arm32 @half: movw
; check-not arm32 @half: movw
; run: @half_number(i32 7)
; check arm32 @half_number: movw
; check-not arm32 @half_number: movw
; run: @half_far(i32 7)
; check arm32 @half_far: movw
; check arm32 @half_far: movw
; check-not arm32 @half_far: movw
; run: @calls(i32 7)
; check arm32 @calls: movw
; check-not arm32 @calls: movw
; run: @calls_little(i32 7)
; check arm32 @calls_little: movw
; check arm32 @calls_little: movw
; check-not arm32 @calls_little: movw
; check mips32 @near: lui
; check mips32 @near: lui
; check-not mips32 @near: lui
; run: @triple(i32 7)
; check mips32 @triple: lui
; check-not mips32 @triple: lui
; run: @triple_calls(i32 7)
; check mips32 @triple_calls: lui
; check mips32 @triple_calls: lui
; check mips32 @triple_calls: lui
; check-not mips32 @triple_calls: lui
@a1 = internal global [4 x i8] zeroinitializer, align 4
@b1 = internal global [4 x i8] zeroinitializer, align 4
@gap1 = internal global [5000 x i8] zeroinitializer, align 4
@a2 = internal global [4 x i8] zeroinitializer, align 4
@b2 = internal global [4 x i8] zeroinitializer, align 4
@gap2 = internal global [5000 x i8] zeroinitializer, align 4
@a3 = internal global [4 x i8] zeroinitializer, align 4
@b3 = internal global [4 x i8] zeroinitializer, align 4
@gap3 = internal global [5000 x i8] zeroinitializer, align 4
@a4 = internal global [4 x i8] zeroinitializer, align 4
@b4 = internal global [4 x i8] zeroinitializer, align 4
@gap4 = internal global [5000 x i8] zeroinitializer, align 4
@a5 = internal global [4 x i8] zeroinitializer, align 4
@b5 = internal global [4 x i8] zeroinitializer, align 4
@gap5 = internal global [5000 x i8] zeroinitializer, align 4
@c = internal global [4 x i8] zeroinitializer, align 4
@c1 = internal global [244 x i8] zeroinitializer, align 4
@c2 = internal global [4 x i8] zeroinitializer, align 4
@c3 = internal global [4 x i8] zeroinitializer, align 4
@c4 = internal global [3824 x i8] zeroinitializer, align 4
@c5 = internal global [4 x i8] zeroinitializer, align 4
@c6 = internal global [4 x i8] zeroinitializer, align 4
@gap6 = internal global [5000 x i8] zeroinitializer, align 4
; Four pairs of five.
define void @five(i32 %x) {
entry:
  %p2 = bitcast [4 x i8]* @a1 to i32*
  store i32 %x, i32* %p2, align 1
  %p3 = bitcast [4 x i8]* @b1 to i32*
  store i32 %x, i32* %p3, align 1
  %p4 = bitcast [4 x i8]* @a2 to i32*
  store i32 %x, i32* %p4, align 1
  %p5 = bitcast [4 x i8]* @b2 to i32*
  store i32 %x, i32* %p5, align 1
  %p6 = bitcast [4 x i8]* @a3 to i32*
  store i32 %x, i32* %p6, align 1
  %p7 = bitcast [4 x i8]* @b3 to i32*
  store i32 %x, i32* %p7, align 1
  %p8 = bitcast [4 x i8]* @a4 to i32*
  store i32 %x, i32* %p8, align 1
  %p9 = bitcast [4 x i8]* @b4 to i32*
  store i32 %x, i32* %p9, align 1
  %p10 = bitcast [4 x i8]* @a5 to i32*
  store i32 %x, i32* %p10, align 1
  %p11 = bitcast [4 x i8]* @b5 to i32*
  store i32 %x, i32* %p11, align 1
  ret void
}
; As far as accesses reach, and further.
define void @near(i32 %x) {
entry:
  %p1 = bitcast [4 x i8]* @c to i32*
  store i32 %x, i32* %p1, align 1
  %p2 = bitcast [4 x i8]* @c5 to i32*
  store i32 %x, i32* %p2, align 1
  ret void
}
define void @far(i32 %x) {
entry:
  %p1 = bitcast [4 x i8]* @c to i32*
  store i32 %x, i32* %p1, align 1
  %p2 = bitcast [4 x i8]* @c6 to i32*
  store i32 %x, i32* %p2, align 1
  ret void
}
; Halfwords, within reach, by a number more, and out of reach.
define void @half(i32 %x) {
entry:
  %n = trunc i32 %x to i16
  %p1 = bitcast [4 x i8]* @c to i16*
  store i16 %n, i16* %p1, align 1
  %p2 = bitcast [4 x i8]* @c3 to i16*
  store i16 %n, i16* %p2, align 1
  ret void
}
define void @half_number(i32 %x) {
entry:
  %n = trunc i32 %x to i16
  %p1 = bitcast [4 x i8]* @c to i16*
  store i16 %n, i16* %p1, align 1
  %p2 = bitcast [3824 x i8]* @c4 to i16*
  store i16 %n, i16* %p2, align 1
  ret void
}
define void @half_far(i32 %x) {
entry:
  %n = trunc i32 %x to i16
  %p1 = bitcast [4 x i8]* @c to i16*
  store i16 %n, i16* %p1, align 1
  %p2 = bitcast [4 x i8]* @c6 to i16*
  store i16 %n, i16* %p2, align 1
  ret void
}
; With calls it has to save more.
define void @calls(i32 %x) {
entry:
  call void @other()
  %p1 = bitcast [4 x i8]* @c to i32*
  store i32 %x, i32* %p1, align 1
  %p2 = bitcast [4 x i8]* @c3 to i32*
  store i32 %x, i32* %p2, align 1
  ret void
}
define void @calls_little(i32 %x) {
entry:
  %n = trunc i32 %x to i16
  call void @other()
  %p1 = bitcast [4 x i8]* @c to i16*
  store i16 %n, i16* %p1, align 1
  %p2 = bitcast [3824 x i8]* @c4 to i16*
  store i16 %n, i16* %p2, align 1
  ret void
}
; On MIPS each saves one instruction: three pay, but not with calls.
define void @triple(i32 %x) {
entry:
  %p1 = bitcast [4 x i8]* @c to i32*
  store i32 %x, i32* %p1, align 1
  %p2 = bitcast [4 x i8]* @c3 to i32*
  store i32 %x, i32* %p2, align 1
  %p3 = bitcast [4 x i8]* @c5 to i32*
  store i32 %x, i32* %p3, align 1
  ret void
}
define void @triple_calls(i32 %x) {
entry:
  call void @other()
  %p1 = bitcast [4 x i8]* @c to i32*
  store i32 %x, i32* %p1, align 1
  %p2 = bitcast [4 x i8]* @c3 to i32*
  store i32 %x, i32* %p2, align 1
  %p3 = bitcast [4 x i8]* @c5 to i32*
  store i32 %x, i32* %p3, align 1
  ret void
}
define void @other() {
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
