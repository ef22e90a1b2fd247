; The first round of a loop stands before it where the others are simpler then. `-passes=peel` does it: here the plain recipes give what
; the interpreter gives.
; run: @separated(i32 1) -> i32 1
; run: @separated(i32 4) -> i32 167
; run: @flag(i32 3, i32 5) -> i32 25
; run: @flag(i32 1, i32 5) -> i32 5
; run: @not_first(i32 4) -> i32 21
; run: @not_first(i32 1) -> i32 0
; run: @unequal(i32 4, i32 9) -> i32 103
; run: @unequal(i32 1, i32 9) -> i32 100
; run: @chain(i32 4, i32 7) -> i32 52
; run: @chain(i32 1, i32 7) -> i32 11
; run: @comes_round(i32 3) -> i32 3
; Whether it is the first round decides what comes before a number.
define i32 @separated(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %s = phi i32 [ 1, %entry ], [ %t, %join ]
  %first = icmp eq i32 %i, 0
  br i1 %first, label %join, label %between
between:
  %u = mul i32 %s, 3
  %v = add i32 %u, 10
  br label %join
join:
  %w = phi i32 [ %s, %loop ], [ %v, %between ]
  %odd = and i32 %i, 1
  %t = add i32 %w, %odd
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r = phi i32 [ %t, %join ]
  ret i32 %r
}
; A flag that the first round clears; what the loop computes is used behind it.
define i32 @flag(i32 %n, i32 %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %flag = phi i1 [ 1, %entry ], [ 0, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %x = select i1 %flag, i32 %a, i32 10
  %t = add i32 %s, %x
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @not_first(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 5, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %later = icmp ne i32 %i, 5
  %x = select i1 %later, i32 %i, i32 0
  %t = add i32 %s, %x
  %next = add i32 %i, 1
  %m = add i32 %n, 5
  %more = icmp ne i32 %next, %m
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
; In the first round, and in no other, the counter is what it starts with.
define i32 @unequal(i32 %n, i32 %from) {
entry:
  %m = add i32 %n, %from
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %next, %loop ]
  %s = phi i32 [ 100, %entry ], [ %t, %loop ]
  %later = icmp ne i32 %i, %from
  %one = zext i1 %later to i32
  %t = add i32 %s, %one
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %m
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
; What a round passes on to the one after the next.
define i32 @chain(i32 %n, i32 %a) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %p = phi i32 [ 3, %entry ], [ %a, %body ]
  %q = phi i32 [ 1, %entry ], [ %p, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %x = mul i32 %q, 2
  %y = add i32 %x, %i
  %t = add i32 %s, %y
  %next = add i32 %i, 1
  br label %head
end:
  %z = add i32 %s, %p
  %w = add i32 %z, %q
  %v = sub i32 %w, %i
  ret i32 %v
}
; A counter that is zero again and again.
define i32 @comes_round(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %zero = icmp eq i32 %i, 0
  %one = zext i1 %zero to i32
  %t = add i32 %s, %one
  %next = add i32 %i, 1073741824
  %more = icmp ult i32 %t, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
