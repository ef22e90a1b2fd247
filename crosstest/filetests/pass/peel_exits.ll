; Loops with several exits, branches of several ways and accesses, whose first round `-passes=peel` puts before them: here the plain recipes give
; what the interpreter gives.
; run: @search(i32 9, i32 3) -> i32 83
; run: @search(i32 9, i32 0) -> i32 107
; run: @search(i32 2, i32 3) -> i32 62
; run: @two_loops(i32 3, i32 4) -> i32 61
; run: @switches(i32 4) -> i32 1215
; run: @stores(i32 4) -> i32 1110
; run: @wide(i64 3) -> i64 103
@place = internal global [4 x i8] zeroinitializer, align 4
; Two ways out, one of them from the middle.
define i32 @search(i32 %n, i32 %m) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %on ]
  %last = phi i32 [ 7, %entry ], [ 2, %on ]
  %found = icmp eq i32 %i, %m
  br i1 %found, label %end, label %on
on:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r = phi i32 [ %last, %loop ], [ %next, %on ]
  %base = phi i32 [ 100, %loop ], [ 60, %on ]
  %k = phi i32 [ %i, %loop ], [ 0, %on ]
  %s = add i32 %r, %base
  %l = mul i32 %k, 20
  %o = icmp eq i32 %k, 3
  %d = select i1 %o, i32 79, i32 0
  %t = add i32 %s, %l
  %u = sub i32 %t, %d
  ret i32 %u
}
; One loop leads to the other.
define i32 @two_loops(i32 %n, i32 %m) {
entry:
  br label %first
first:
  %i = phi i32 [ 0, %entry ], [ %next, %first ]
  %f = phi i32 [ 10, %entry ], [ 1, %first ]
  %s = phi i32 [ 0, %entry ], [ %t, %first ]
  %t = add i32 %s, %f
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %first, label %second
second:
  %j = phi i32 [ 0, %first ], [ %next_j, %second ]
  %g = phi i32 [ %t, %first ], [ 2, %second ]
  %u = phi i32 [ %f, %first ], [ %v, %second ]
  %zero = icmp eq i32 %j, 0
  %h = select i1 %zero, i32 40, i32 0
  %k = add i32 %g, %h
  %v = add i32 %u, %k
  %next_j = add i32 %j, 1
  %again = icmp ult i32 %next_j, %m
  br i1 %again, label %second, label %end
end:
  %r = add i32 %v, %i
  %q = add i32 %r, %g
  %w = sub i32 %q, 2
  ret i32 %w
}
; A branch of several ways.
define i32 @switches(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %w = phi i32 [ 3, %entry ], [ 5, %join ]
  %s = phi i32 [ 0, %entry ], [ %t, %join ]
  switch i32 %i, label %other [
    i32 0, label %join
    i32 1, label %one
    i32 2, label %join
  ]
one:
  br label %join
other:
  br label %join
join:
  %x = phi i32 [ 1, %loop ], [ 1, %loop ], [ 2, %one ], [ %w, %other ]
  %a = mul i32 %s, 10
  %y = add i32 %a, %x
  %t = add i32 %y, 0
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
; Loads and stores are in their order.
define i32 @stores(i32 %n) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  store i32 1, i32* %p, align 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %f = phi i32 [ 0, %entry ], [ 10, %loop ]
  %old = load i32* %p, align 1
  %ten = mul i32 %old, 10
  %new = add i32 %ten, %f
  store i32 %new, i32* %p, align 1
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r = load i32* %p, align 1
  %d = sub i32 %r, 10000
  ret i32 %d
}
define i64 @wide(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %first = icmp eq i64 %i, 0
  %x = select i1 %first, i64 100, i64 %i
  %t = add i64 %s, %x
  %next = add i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %t
}
