; A pointer whose values are 16, with its sums, is another one and a distance; with more it stays.
; recipes: O3
; run: @sixteen()
; check x8632 @sixteen: L0:
; check x8632 @sixteen: 0xc]
; check-not x8632 @sixteen: 0xc]
; run: @more()
; check x8632 @more: L0:
; check x8632 @more: 0xc]
; check x8632 @more: 0xc]
@from = internal global [80 x i8] c"\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f\20\21\22\23\24\25\26\27\28\29\2a\2b\2c\2d\2e\2f\30\31\32\33\34\35\36\37\38\39\3a\3b\3c\3d\3e\3f\40\41\42\43\44\45\46\47\48\49\4a\4b\4c\4d\4e\4f\50", align 4
@to = internal global [240 x i8] zeroinitializer, align 4
define void @sixteen() {
entry:
  %f = ptrtoint [80 x i8]* @from to i32
  %t = ptrtoint [240 x i8]* @to to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %a = phi i32 [ %f, %entry ], [ %an, %loop ]
  %b = phi i32 [ %t, %entry ], [ %bn, %loop ]
  %p1 = inttoptr i32 %a to i32*
  %v1 = load i32* %p1, align 1
  %p2 = inttoptr i32 %b to i32*
  store i32 %v1, i32* %p2, align 1
  %s1 = add i32 %b, 100
  %p3 = inttoptr i32 %s1 to i32*
  store i32 %v1, i32* %p3, align 1
  %s2 = add i32 %b, 104
  %p4 = inttoptr i32 %s2 to i32*
  store i32 %v1, i32* %p4, align 1
  %s3 = add i32 %b, 108
  %p5 = inttoptr i32 %s3 to i32*
  store i32 %v1, i32* %p5, align 1
  %s4 = add i32 %b, 112
  %p6 = inttoptr i32 %s4 to i32*
  store i32 %v1, i32* %p6, align 1
  %s5 = add i32 %b, 116
  %p7 = inttoptr i32 %s5 to i32*
  store i32 %v1, i32* %p7, align 1
  %s6 = add i32 %b, 120
  %p8 = inttoptr i32 %s6 to i32*
  store i32 %v1, i32* %p8, align 1
  %s7 = add i32 %b, 124
  %p9 = inttoptr i32 %s7 to i32*
  store i32 %v1, i32* %p9, align 1
  %s8 = add i32 %b, 128
  %p10 = inttoptr i32 %s8 to i32*
  store i32 %v1, i32* %p10, align 1
  %s9 = add i32 %b, 132
  %p11 = inttoptr i32 %s9 to i32*
  store i32 %v1, i32* %p11, align 1
  %s10 = add i32 %b, 136
  %p12 = inttoptr i32 %s10 to i32*
  store i32 %v1, i32* %p12, align 1
  %s11 = add i32 %b, 140
  %p13 = inttoptr i32 %s11 to i32*
  store i32 %v1, i32* %p13, align 1
  %s12 = add i32 %b, 144
  %p14 = inttoptr i32 %s12 to i32*
  store i32 %v1, i32* %p14, align 1
  %s13 = add i32 %b, 148
  %p15 = inttoptr i32 %s13 to i32*
  store i32 %v1, i32* %p15, align 1
  %s14 = add i32 %b, 152
  %p16 = inttoptr i32 %s14 to i32*
  store i32 %v1, i32* %p16, align 1
  %an = add i32 %a, 12
  %bn = add i32 %b, 12
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @more() {
entry:
  %f = ptrtoint [80 x i8]* @from to i32
  %t = ptrtoint [240 x i8]* @to to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %a = phi i32 [ %f, %entry ], [ %an, %loop ]
  %b = phi i32 [ %t, %entry ], [ %bn, %loop ]
  %p1 = inttoptr i32 %a to i32*
  %v1 = load i32* %p1, align 1
  %p2 = inttoptr i32 %b to i32*
  store i32 %v1, i32* %p2, align 1
  %s1 = add i32 %b, 100
  %p3 = inttoptr i32 %s1 to i32*
  store i32 %v1, i32* %p3, align 1
  %s2 = add i32 %b, 104
  %p4 = inttoptr i32 %s2 to i32*
  store i32 %v1, i32* %p4, align 1
  %s3 = add i32 %b, 108
  %p5 = inttoptr i32 %s3 to i32*
  store i32 %v1, i32* %p5, align 1
  %s4 = add i32 %b, 112
  %p6 = inttoptr i32 %s4 to i32*
  store i32 %v1, i32* %p6, align 1
  %s5 = add i32 %b, 116
  %p7 = inttoptr i32 %s5 to i32*
  store i32 %v1, i32* %p7, align 1
  %s6 = add i32 %b, 120
  %p8 = inttoptr i32 %s6 to i32*
  store i32 %v1, i32* %p8, align 1
  %s7 = add i32 %b, 124
  %p9 = inttoptr i32 %s7 to i32*
  store i32 %v1, i32* %p9, align 1
  %s8 = add i32 %b, 128
  %p10 = inttoptr i32 %s8 to i32*
  store i32 %v1, i32* %p10, align 1
  %s9 = add i32 %b, 132
  %p11 = inttoptr i32 %s9 to i32*
  store i32 %v1, i32* %p11, align 1
  %s10 = add i32 %b, 136
  %p12 = inttoptr i32 %s10 to i32*
  store i32 %v1, i32* %p12, align 1
  %s11 = add i32 %b, 140
  %p13 = inttoptr i32 %s11 to i32*
  store i32 %v1, i32* %p13, align 1
  %s12 = add i32 %b, 144
  %p14 = inttoptr i32 %s12 to i32*
  store i32 %v1, i32* %p14, align 1
  %s13 = add i32 %b, 148
  %p15 = inttoptr i32 %s13 to i32*
  store i32 %v1, i32* %p15, align 1
  %s14 = add i32 %b, 152
  %p16 = inttoptr i32 %s14 to i32*
  store i32 %v1, i32* %p16, align 1
  %s15 = add i32 %b, 156
  %p17 = inttoptr i32 %s15 to i32*
  store i32 %v1, i32* %p17, align 1
  %an = add i32 %a, 12
  %bn = add i32 %b, 12
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
