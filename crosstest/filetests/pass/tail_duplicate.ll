; Small blocks that return, or whose branch a constant decides, are there for each way that leads to them.
; recipes: O2 O3
; run: @first(i32 1, i32 2) -> i32 4
; run: @first(i32 2, i32 1) -> i32 1
; run: @first(i32 2, i32 2) -> i32 6
; run: @flag(i32 1, i32 2) -> i32 71
; run: @flag(i32 2, i32 1) -> i32 32
; run: @flag(i32 12, i32 1) -> i32 72
; run: @state(i32 0) -> i32 100
; run: @state(i32 1) -> i32 203
; run: @state(i32 2) -> i32 302
; run: @state(i32 9) -> i32 7
; run: @between(i32 9, i32 1) -> i32 11
; run: @between(i32 1, i32 9) -> i32 28
; run: @elsewhere(i32 0, i32 1) -> i32 120
; run: @elsewhere(i32 1, i32 2) -> i32 72
; run: @elsewhere(i32 12, i32 1) -> i32 73
; run: @elsewhere(i32 2, i32 1) -> i32 5
; run: @rounds(i32 6) -> i32 9
@place = internal global [4 x i8] zeroinitializer, align 4
; Three ways to a return that computes and stores.
define i32 @first(i32 %a, i32 %b) {
entry:
  %less = icmp ult i32 %a, %b
  br i1 %less, label %small, label %other
small:
  %s = add i32 %a, 2
  br label %end
other:
  %equal = icmp eq i32 %a, %b
  br i1 %equal, label %same, label %large
same:
  %t = add i32 %a, 3
  br label %end
large:
  %u = sub i32 %a, %b
  br label %end
end:
  %r = phi i32 [ %s, %small ], [ %t, %same ], [ %u, %large ]
  %v = phi i32 [ 1, %small ], [ 1, %same ], [ 0, %large ]
  %p = bitcast [4 x i8]* @place to i32*
  store i32 %r, i32* %p, align 1
  %w = add i32 %r, %v
  ret i32 %w
}
; A truth value that is known on one way; what each way brings goes on to where the other one leads.
define i32 @flag(i32 %a, i32 %b) {
entry:
  %less = icmp ult i32 %a, %b
  br i1 %less, label %join, label %other
other:
  %large = icmp ugt i32 %a, 10
  br label %join
join:
  %f = phi i1 [ 1, %entry ], [ %large, %other ]
  %x = phi i32 [ 1, %entry ], [ 2, %other ]
  br i1 %f, label %yes, label %no
yes:
  %y = phi i32 [ %x, %join ]
  %r = add i32 %y, 70
  ret i32 %r
no:
  %z = phi i32 [ %x, %join ]
  %s = add i32 %z, 30
  ret i32 %s
}
; A switch on a number that each way knows but one.
define i32 @state(i32 %n) {
entry:
  switch i32 %n, label %rest [
    i32 0, label %zero
    i32 1, label %one
  ]
zero:
  br label %join
one:
  %k = add i32 %n, 2
  br label %join
rest:
  br label %join
join:
  %s = phi i32 [ 5, %zero ], [ 6, %one ], [ %n, %rest ]
  %v = phi i32 [ 100, %zero ], [ %k, %one ], [ 302, %rest ]
  switch i32 %s, label %other [
    i32 5, label %a
    i32 6, label %b
    i32 2, label %a
  ]
a:
  %p = phi i32 [ %v, %join ], [ %v, %join ]
  ret i32 %p
b:
  %q = phi i32 [ %v, %join ]
  %r = add i32 %q, 200
  ret i32 %r
other:
  ret i32 7
}
; Compared with a number, after work that every way does.
define i32 @between(i32 %a, i32 %b) {
entry:
  %less = icmp ult i32 %a, %b
  br i1 %less, label %left, label %right
left:
  br label %join
right:
  br label %join
join:
  %n = phi i32 [ 8, %left ], [ 1, %right ]
  %m = add i32 %n, 20
  %c = icmp sgt i32 %n, 5
  br i1 %c, label %yes, label %no
yes:
  %y = phi i32 [ %m, %join ]
  ret i32 %y
no:
  ret i32 11
}
; Where the decided branch leads, another way leads, too.
define i32 @elsewhere(i32 %a, i32 %b) {
entry:
  %z = icmp eq i32 %a, 0
  br i1 %z, label %yes, label %more
more:
  %less = icmp ult i32 %a, %b
  br i1 %less, label %join, label %other
other:
  %large = icmp ugt i32 %a, 10
  br label %join
join:
  %f = phi i1 [ 1, %more ], [ %large, %other ]
  %x = phi i32 [ %b, %more ], [ 3, %other ]
  br i1 %f, label %yes, label %no
yes:
  %y = phi i32 [ 50, %entry ], [ %x, %join ]
  %r = add i32 %y, 70
  ret i32 %r
no:
  ret i32 5
}
; Inside a loop, whose shape stays.
define i32 @rounds(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %t = phi i32 [ 0, %entry ], [ %u, %latch ]
  %odd = and i32 %i, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %even, label %join
even:
  br label %join
join:
  %f = phi i1 [ 0, %even ], [ 1, %loop ]
  br i1 %f, label %add, label %latch
add:
  %s = add i32 %t, %i
  br label %latch
latch:
  %u = phi i32 [ %t, %join ], [ %s, %add ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %u
}
