; Which pointers that step side by side become one: those of variables or values that nothing but accesses asks for.
; recipes: O3
; run: @pair()
; check x8632 @pair: L0:
; check x8632 @pair: 0xc
; check-not x8632 @pair: 0xc
; run: @triple()
; check x8632 @triple: L0:
; check x8632 @triple: 0xc
; check-not x8632 @triple: 0xc
; run: @sums()
; check x8632 @sums: L0:
; check x8632 @sums: 0xc
; check-not x8632 @sums: 0xc
; run: @stored()
; check x8632 @stored: L0:
; check x8632 @stored: 0xc
; check x8632 @stored: 0xc
; run: @itself()
; check x8632 @itself: L0:
; check x8632 @itself: 0xc
; check x8632 @itself: 0xc
; run: @elsewhere()
; check x8632 @elsewhere: L0:
; check x8632 @elsewhere: 0xc
; check x8632 @elsewhere: 0xc
; run: @steps()
; check x8632 @steps: L0:
; check x8632 @steps: 0xc
; run: @number()
; check x8632 @number: L0:
; check x8632 @number: 0xc
; check x8632 @number: 0xc
; run: @first()
; check x8632 @first: L0:
; check x8632 @first: 0xc
; check x8632 @first: 0xc
@from = internal global [80 x i8] c"\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f\20\21\22\23\24\25\26\27\28\29\2a\2b\2c\2d\2e\2f\30\31\32\33\34\35\36\37\38\39\3a\3b\3c\3d\3e\3f\40\41\42\43\44\45\46\47\48\49\4a\4b\4c\4d\4e\4f\50", align 4
@to = internal global [240 x i8] zeroinitializer, align 4
; One of two.
define void @pair() {
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
  %an = add i32 %a, 12
  %bn = add i32 %b, 12
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; One of three.
define void @triple() {
entry:
  %f = ptrtoint [80 x i8]* @from to i32
  %t = ptrtoint [240 x i8]* @to to i32
  %u = add i32 %t, 120
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %a = phi i32 [ %f, %entry ], [ %an, %loop ]
  %b = phi i32 [ %t, %entry ], [ %bn, %loop ]
  %c = phi i32 [ %u, %entry ], [ %cn, %loop ]
  %p1 = inttoptr i32 %a to i32*
  %v1 = load i32* %p1, align 1
  %p2 = inttoptr i32 %b to i32*
  store i32 %v1, i32* %p2, align 1
  %p3 = inttoptr i32 %c to i32*
  store i32 %v1, i32* %p3, align 1
  %an = add i32 %a, 12
  %bn = add i32 %b, 12
  %cn = add i32 %c, 12
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Sums with constants are addresses, too.
define void @sums() {
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
  %s = add i32 %b, 4
  %p3 = inttoptr i32 %s to i32*
  store i32 %v1, i32* %p3, align 1
  %an = add i32 %a, 12
  %bn = add i32 %b, 12
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; A sum that is stored, and pointers that are stored where they lead.
define void @stored() {
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
  %s = add i32 %b, 4
  %p3 = inttoptr i32 %s to i32*
  store i32 %s, i32* %p3, align 1
  %an = add i32 %a, 12
  %bn = add i32 %b, 12
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @itself() {
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
  store i32 %b, i32* %p2, align 1
  %an = add i32 %a, 12
  %bn = add i32 %b, 12
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @elsewhere() {
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
  %p3 = inttoptr i32 %a to i32*
  store i32 %b, i32* %p3, align 1
  %an = add i32 %a, 12
  %bn = add i32 %b, 12
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Other steps.
define void @steps() {
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
  %an = add i32 %a, 8
  %bn = add i32 %b, 12
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
; A number, as one of them or the other.
define void @number() {
entry:
  %f = ptrtoint [80 x i8]* @from to i32
  %t = ptrtoint [240 x i8]* @to to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %b = phi i32 [ %t, %entry ], [ %bn, %loop ]
  %n = phi i32 [ 0, %entry ], [ %nn, %loop ]
  %d = xor i32 %n, 5
  %p2 = inttoptr i32 %b to i32*
  store i32 %d, i32* %p2, align 1
  %bn = add i32 %b, 12
  %nn = add i32 %n, 12
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @first() {
entry:
  %f = ptrtoint [80 x i8]* @from to i32
  %t = ptrtoint [240 x i8]* @to to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %n = phi i32 [ 0, %entry ], [ %nn, %loop ]
  %b = phi i32 [ %t, %entry ], [ %bn, %loop ]
  %d = xor i32 %n, 5
  %p2 = inttoptr i32 %b to i32*
  store i32 %d, i32* %p2, align 1
  %nn = add i32 %n, 12
  %bn = add i32 %b, 12
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}
