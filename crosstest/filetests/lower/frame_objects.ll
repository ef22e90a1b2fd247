; Stack objects side by side, and above outgoing arguments.
; run: @two_objects(i32 3) -> i32 33
; run: @room_for_arguments(i32 40) -> i32 1234

define internal void @fill(i32 %p, i32 %n, i32 %v) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = add i32 %p, %i
  %px = inttoptr i32 %x to i32*
  store i32 %v, i32* %px, align 1
  %next = add i32 %i, 4
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define internal i32 @sum(i32 %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %x = add i32 %p, %i
  %px = inttoptr i32 %x to i32*
  %v = load i32* %px, align 1
  %t = add i32 %s, %v
  %next = add i32 %i, 4
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define internal i32 @ten(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g, i32 %h, i32 %i, i32 %j) {
  %s = add i32 %i, %j
  %r = sub i32 %s, %h
  ret i32 %r
}
define i32 @two_objects(i32 %v) {
  %a = alloca i8, i32 20, align 4
  %b = alloca i8, i32 24, align 4
  %pa = ptrtoint i8* %a to i32
  %pb = ptrtoint i8* %b to i32
  call void @fill(i32 %pa, i32 20, i32 %v)
  call void @fill(i32 %pb, i32 24, i32 1)
  call void @fill(i32 %pa, i32 20, i32 %v)
  %x = call i32 @sum(i32 %pa, i32 20)
  %y = call i32 @sum(i32 %pb, i32 24)
  %z = mul i32 %y, 3
  %r = add i32 %x, %z
  ret i32 %r
}
define i32 @room_for_arguments(i32 %n) {
  %a = alloca i8, i32 %n, align 4
  %p = ptrtoint i8* %a to i32
  call void @fill(i32 %p, i32 40, i32 123)
  %x = call i32 @ten(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 3)
  %y = call i32 @sum(i32 %p, i32 40)
  %r = add i32 %x, %y
  ret i32 %r
}
