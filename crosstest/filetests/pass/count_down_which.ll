; For which counters it is that loops count to zero, and how many sums are made for that.
; recipes: O2
; run: @two(i32 4, i32 20)
; check-not x8632 x8664 arm32 @two: cmp
; run: @three(i32 4, i32 20)
; check x8632 x8664 arm32 @three: cmp
; run: @multiples(i32 4, i32 20)
; check-not x8632 x8664 @multiples: cmp
; run: @doubled(i32 4, i32 20)
; check-not x8632 x8664 arm32 @doubled: cmp
; run: @difference(i32 3, i32 20)
; check x8632 x8664 arm32 @difference: cmp
; run: @product(i32 4, i32 20)
; check x8632 x8664 arm32 @product: cmp
; run: @itself(i32 4, i32 20)
; check x8632 x8664 arm32 @itself: cmp
; run: @read(i32 4, i32 20)
; check x8632 x8664 arm32 @read: cmp
; run: @moved(i32 4, i32 20)
; check x8632 x8664 arm32 @moved: cmp
; run: @ordered(i32 4, i32 20)
; check x8632 x8664 arm32 @ordered: cmp
; run: @byte(i8 4, i32 20)
; check x8632 x8664 arm32 @byte: cmp
; run: @added(i32 4, i32 20)
; check-not x8632 x8664 arm32 @added: cmp
; run: @byte_sum(i8 4, i8 20)
; check x8632 x8664 arm32 @byte_sum: cmp
@cells = internal global [160 x i8] zeroinitializer, align 4
; Two sums, and three.
define void @two(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %s1 = add i32 %i, %p
  %p1 = inttoptr i32 %s1 to i8*
  store i8 7, i8* %p1, align 1
  %s2 = add i32 %i, %q
  %p2 = inttoptr i32 %s2 to i8*
  store i8 7, i8* %p2, align 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @three(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %s1 = add i32 %i, %p
  %p1 = inttoptr i32 %s1 to i8*
  store i8 7, i8* %p1, align 1
  %s2 = add i32 %i, %q
  %p2 = inttoptr i32 %s2 to i8*
  store i8 7, i8* %p2, align 1
  %s3 = add i32 %i, %r
  %p3 = inttoptr i32 %s3 to i8*
  store i8 7, i8* %p3, align 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Four multiples.
define void @multiples(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %m1 = mul i32 %i, 3
  %s1 = add i32 %m1, %p
  %p1 = inttoptr i32 %s1 to i8*
  store i8 7, i8* %p1, align 1
  %m2 = mul i32 %j, 3
  %s2 = add i32 %m2, %p
  %p2 = inttoptr i32 %s2 to i8*
  store i8 7, i8* %p2, align 1
  %m3 = mul i32 %i, 5
  %s3 = add i32 %m3, %p
  %p3 = inttoptr i32 %s3 to i8*
  store i8 7, i8* %p3, align 1
  %m4 = mul i32 %j, 5
  %s4 = add i32 %m4, %p
  %p4 = inttoptr i32 %s4 to i8*
  store i8 7, i8* %p4, align 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @doubled(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %m = shl i32 %i, 1
  %s1 = add i32 %m, %p
  %p1 = inttoptr i32 %s1 to i8*
  store i8 7, i8* %p1, align 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; What is no sum.
define void @difference(i32 %n, i32 %k) {
entry:
  %p0 = ptrtoint [160 x i8]* @cells to i32
  %p = add i32 %p0, 9
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %d = sub i32 %p, %i
  %p1 = inttoptr i32 %d to i8*
  store i8 7, i8* %p1, align 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @product(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %d = mul i32 %i, %k
  %s = add i32 %p, %d
  %p1 = inttoptr i32 %s to i8*
  store i8 7, i8* %p1, align 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @itself(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %s1 = add i32 %i, %i
  %s2 = add i32 %s1, %p
  %p1 = inttoptr i32 %s2 to i8*
  store i8 7, i8* %p1, align 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; What the loop changes: the bound, or what is added.
define void @read(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  %h = add i32 %p, 120
  %g = inttoptr i32 %h to i32*
  store i32 %n, i32* %g, align 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %b = load i32* %g, align 1
  %s1 = add i32 %i, %p
  %p1 = inttoptr i32 %s1 to i8*
  store i8 7, i8* %p1, align 1
  %more = icmp ne i32 %j, %b
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @moved(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %w = inttoptr i32 %q to i32*
  %b = load i32* %w, align 1
  %c = and i32 %b, 3
  %e = add i32 %p, %c
  %s1 = add i32 %i, %e
  %p1 = inttoptr i32 %s1 to i8*
  store i8 7, i8* %p1, align 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Another comparison, and numbers of another size.
define void @ordered(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %s1 = add i32 %i, %p
  %p1 = inttoptr i32 %s1 to i8*
  store i8 7, i8* %p1, align 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @byte(i8 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %j = add i8 %i, 1
 %z = zext i8 %i to i32
  %s1 = add i32 %z, %p
  %p1 = inttoptr i32 %s1 to i8*
  store i8 7, i8* %p1, align 1
  %more = icmp ne i8 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; A sum with a number.
define void @added(i32 %n, i32 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  %q = add i32 %p, %k
  %r = add i32 %q, %k
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %s = add i32 %i, 40
  %x = xor i32 %s, %k
  %p1 = inttoptr i32 %p to i32*
  store i32 %x, i32* %p1, align 1
  %more = icmp ne i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @byte_sum(i8 %n, i8 %k) {
entry:
  %p = ptrtoint [160 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %j = add i8 %i, 1
  %s = add i8 %i, %k
  %p1 = inttoptr i32 %p to i8*
  store i8 %s, i8* %p1, align 1
  %more = icmp ne i8 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
