; A function that calls itself and returns what that returns goes back to its beginning. `-passes=tail-recursion` does it: here the plain
; recipes give what the interpreter gives.
; run: @gcd(i32 84, i32 36) -> i32 12
; run: @gcd(i32 17, i32 0) -> i32 17
; run: @sum(i32 100, i64 5) -> i64 5055
; run: @swapped(i32 5, i32 1, i32 2) -> i32 11
; run: @twice(i32 6, i32 3) -> i32 1152
; run: @not_last(i32 5) -> i32 15
; run: @other_result(i32 3, i32 40) -> i32 40
; run: @frames(i32 3, i32 0) -> i32 321
; run: @fill(i32 4)
; run: @filled(i32 4) -> i32 67305985
@room = internal global [4 x i8] zeroinitializer, align 4
define i32 @gcd(i32 %a, i32 %b) {
  %done = icmp eq i32 %b, 0
  br i1 %done, label %end, label %again
again:
  %rest = urem i32 %a, %b
  %r = call i32 @gcd(i32 %b, i32 %rest)
  ret i32 %r
end:
  ret i32 %a
}
define i64 @sum(i32 %n, i64 %s) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %again
again:
  %wide = zext i32 %n to i64
  %t = add i64 %s, %wide
  %m = sub i32 %n, 1
  %r = call i64 @sum(i32 %m, i64 %t)
  ret i64 %r
end:
  ret i64 %s
}
define i32 @swapped(i32 %n, i32 %a, i32 %b) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %again
again:
  %m = sub i32 %n, 1
  %b2 = add i32 %b, 2
  %r = call i32 @swapped(i32 %m, i32 %b2, i32 %a)
  ret i32 %r
end:
  %t = mul i32 %a, 2
  %s = sub i32 %t, %b
  ret i32 %s
}
define i32 @twice(i32 %n, i32 %x) {
  %done = icmp sle i32 %n, 0
  br i1 %done, label %end, label %again
again:
  %odd = trunc i32 %n to i1
  br i1 %odd, label %one, label %two
one:
  %m1 = sub i32 %n, 1
  %x1 = add i32 %x, 10
  %r1 = call i32 @twice(i32 %m1, i32 %x1)
  ret i32 %r1
two:
  %m2 = sub i32 %n, 3
  %x2 = mul i32 %x, 18
  %r2 = call i32 @twice(i32 %m2, i32 %x2)
  ret i32 %r2
end:
  ret i32 %x
}
define i32 @not_last(i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %again
again:
  %m = sub i32 %n, 1
  %r = call i32 @not_last(i32 %m)
  %s = add i32 %r, %n
  ret i32 %s
end:
  ret i32 0
}
define i32 @other_result(i32 %n, i32 %x) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %again
again:
  %m = sub i32 %n, 1
  %y = add i32 %x, %n
  %r = call i32 @other_result(i32 %m, i32 %y)
  ret i32 %x
end:
  ret i32 %x
}
define i32 @frames(i32 %n, i32 %list) {
  %cell = alloca i8, i32 8, align 4
  %at = ptrtoint i8* %cell to i32
  %value = inttoptr i32 %at to i32*
  store i32 %n, i32* %value, align 1
  %at4 = add i32 %at, 4
  %next = inttoptr i32 %at4 to i32*
  store i32 %list, i32* %next, align 1
  %done = icmp eq i32 %n, 1
  br i1 %done, label %walk, label %again
again:
  %m = sub i32 %n, 1
  %r = call i32 @frames(i32 %m, i32 %at)
  ret i32 %r
walk:
  %p = phi i32 [ %at, %0 ], [ %p2, %walk ]
  %s = phi i32 [ 0, %0 ], [ %s2, %walk ]
  %w = phi i32 [ 1, %0 ], [ %w2, %walk ]
  %pv = inttoptr i32 %p to i32*
  %v = load i32* %pv, align 1
  %vw = mul i32 %v, %w
  %s2 = add i32 %s, %vw
  %w2 = mul i32 %w, 10
  %p4 = add i32 %p, 4
  %pn = inttoptr i32 %p4 to i32*
  %p2 = load i32* %pn, align 1
  %last = icmp eq i32 %p2, 0
  br i1 %last, label %end, label %walk
end:
  ret i32 %s2
}
define void @fill(i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %again
again:
  %m = sub i32 %n, 1
  %room = ptrtoint [4 x i8]* @room to i32
  %at = add i32 %room, %m
  %p = inttoptr i32 %at to i8*
  %v = trunc i32 %n to i8
  store i8 %v, i8* %p, align 1
  call void @fill(i32 %m)
  ret void
end:
  ret void
}
define i32 @filled(i32 %n) {
  call void @fill(i32 %n)
  %room = ptrtoint [4 x i8]* @room to i32
  %p = inttoptr i32 %room to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
