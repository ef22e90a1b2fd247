; Of two pointers that step side by side one is the other and a distance: one addition a round.
; recipes: O3
; run: @copies(i32 3) -> i32 4321
; run: @down(i32 2) -> i32 4321
; run: @steps(i32 2) -> i32 31
; run: @after(i32 3) -> i32 324
@from = internal global [16 x i8] c"\01\02\03\04\05\06\07\08\09\0a\0b\0c\0d\0e\0f\10", align 4
@to = internal global [16 x i8] zeroinitializer, align 4
define internal i32 @digits() {
  %p = bitcast [16 x i8]* @to to i32*
  %w = load i32* %p, align 1
  %a = and i32 %w, 15
  %s1 = lshr i32 %w, 8
  %b = and i32 %s1, 15
  %s2 = lshr i32 %w, 16
  %c = and i32 %s2, 15
  %s3 = lshr i32 %w, 24
  %d = and i32 %s3, 15
  %e = mul i32 %d, 10
  %f = add i32 %e, %c
  %g = mul i32 %f, 10
  %h = add i32 %g, %b
  %i = mul i32 %h, 10
  %r = add i32 %i, %a
  ret i32 %r
}
define i32 @copies(i32 %n) {
entry:
  %from = ptrtoint [16 x i8]* @from to i32
  %to = ptrtoint [16 x i8]* @to to i32
  br label %loop
loop:
  %s = phi i32 [ %from, %entry ], [ %s2, %loop ]
  %t = phi i32 [ %to, %entry ], [ %t2, %loop ]
  %i = phi i32 [ %n, %entry ], [ %j, %loop ]
  %p = inttoptr i32 %s to i8*
  %v = load i8* %p, align 1
  %q = inttoptr i32 %t to i8*
  store i8 %v, i8* %q, align 1
  %s2 = add i32 %s, 1
  %t2 = add i32 %t, 1
  %j = add i32 %i, -1
  %more = icmp sge i32 %j, 0
  br i1 %more, label %loop, label %end
end:
  %r = call i32 @digits()
  ret i32 %r
}
; Two bytes at once, from the end.
define i32 @down(i32 %n) {
entry:
  %from = ptrtoint [16 x i8]* @from to i32
  %to = ptrtoint [16 x i8]* @to to i32
  %s0 = add i32 %from, %n
  %t0 = add i32 %to, %n
  br label %loop
loop:
  %s = phi i32 [ %s0, %entry ], [ %s2, %loop ]
  %t = phi i32 [ %t0, %entry ], [ %t2, %loop ]
  %p = inttoptr i32 %s to i8*
  %v = load i8* %p, align 1
  %q = inttoptr i32 %t to i8*
  store i8 %v, i8* %q, align 1
  %s1 = add i32 %s, 1
  %p1 = inttoptr i32 %s1 to i8*
  %v1 = load i8* %p1, align 1
  %t1 = add i32 %t, 1
  %q1 = inttoptr i32 %t1 to i8*
  store i8 %v1, i8* %q1, align 1
  %s2 = add i32 %s, -2
  %t2 = add i32 %t, -2
  %more = icmp uge i32 %s2, %from
  br i1 %more, label %loop, label %end
end:
  %r = call i32 @digits()
  ret i32 %r
}
; Not side by side.
define i32 @steps(i32 %n) {
entry:
  %from = ptrtoint [16 x i8]* @from to i32
  %to = ptrtoint [16 x i8]* @to to i32
  br label %loop
loop:
  %s = phi i32 [ %from, %entry ], [ %s2, %loop ]
  %t = phi i32 [ %to, %entry ], [ %t2, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %p = inttoptr i32 %s to i8*
  %v = load i8* %p, align 1
  %q = inttoptr i32 %t to i8*
  store i8 %v, i8* %q, align 1
  %s2 = add i32 %s, 2
  %t2 = add i32 %t, 1
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  %r = call i32 @digits()
  ret i32 %r
}
; One is asked for behind the loop.
define i32 @after(i32 %n) {
entry:
  %from = ptrtoint [16 x i8]* @from to i32
  %to = ptrtoint [16 x i8]* @to to i32
  br label %loop
loop:
  %s = phi i32 [ %from, %entry ], [ %s2, %loop ]
  %t = phi i32 [ %to, %entry ], [ %t2, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %p = inttoptr i32 %s to i8*
  %v = load i8* %p, align 1
  %q = inttoptr i32 %t to i8*
  store i8 %v, i8* %q, align 1
  %s2 = add i32 %s, 1
  %t2 = add i32 %t, 1
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  %d = call i32 @digits()
  %e = sub i32 %t2, %to
  %r = add i32 %d, %e
  ret i32 %r
}
