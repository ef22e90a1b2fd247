; A loop that does nothing and ends is left out; counters that are used behind it are computed. `-passes=delete-loops` does it: here the
; plain recipes give what the interpreter gives.
; run: @nothing(i32 9, i32 7) -> i32 7
; run: @nothing(i32 0, i32 7) -> i32 7
; run: @counters(i32 10, i32 1) -> i32 1197
; run: @counters(i32 0, i32 1) -> i32 100
; run: @next(i32 3, i32 8) -> i32 1048
; run: @next(i32 8, i32 3) -> i32 1009
; run: @down(i32 20, i32 -5) -> i32 66
; run: @down(i32 -6, i32 -5) -> i32 -10
; run: @wide(i64 5, i64 17) -> i64 53
; run: @twice(i32 4, i32 3) -> i32 50
; run: @either(i32 40, i32 4) -> i32 12
; run: @either(i32 2, i32 4) -> i32 12
; run: @reads(i32 3) -> i32 5
; run: @reads(i32 100) -> traps
; run: @divides(i32 5, i32 9) -> i32 6
; run: @divides(i32 5, i32 3) -> traps
@place = internal global [16 x i8] zeroinitializer, align 4
define i32 @nothing(i32 %n, i32 %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %p = bitcast [16 x i8]* @place to i32*
  %x = load i32* %p, align 1
  %y = mul i32 %s, %i
  %t = add i32 %y, %x
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %a
}
; The counter that ends the loop, and one that is three less in each round.
define i32 @counters(i32 %n, i32 %a) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %j = phi i32 [ %a, %entry ], [ %less, %body ]
  %more = icmp ne i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %next = add i32 %i, 1
  %less = sub i32 %j, 3
  br label %head
end:
  %x = mul i32 %i, 113
  %y = mul i32 %a, 99
  %z = add i32 %x, %y
  %w = add i32 %z, %j
  %v = add i32 %w, -3
  %q = icmp eq i32 %n, 0
  %r = select i1 %q, i32 %w, i32 %v
  ret i32 %r
}
; What the next round would be, of a loop that the first round may leave.
define i32 @next(i32 %from, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %next, %loop ]
  %j = phi i32 [ 1000, %entry ], [ %more_j, %loop ]
  %next = add i32 %i, 1
  %more_j = add i32 %j, 10
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r = add i32 %more_j, %next
  %s = add i32 %r, -10
  ret i32 %s
}
; Down to a number that is not met if it starts below it.
define i32 @down(i32 %from, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %next, %loop ]
  %j = phi i32 [ 0, %entry ], [ %more_j, %loop ]
  %next = add i32 %i, -1
  %more_j = add i32 %j, 3
  %more = icmp sgt i32 %i, %n
  br i1 %more, label %loop, label %end
end:
  %r = add i32 %next, %j
  %s = add i32 %r, %n
  %t = add i32 %s, 2
  ret i32 %t
}
define i64 @wide(i64 %from, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %from, %entry ], [ %next, %loop ]
  %j = phi i64 [ 0, %entry ], [ %more_j, %loop ]
  %next = add i64 %i, 1
  %more_j = add i64 %j, 3
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r = add i64 %next, %more_j
  ret i64 %r
}
; One behind the other: what the first one ends with begins the second.
define i32 @twice(i32 %n, i32 %m) {
entry:
  br label %first
first:
  %i = phi i32 [ 0, %entry ], [ %next, %first ]
  %j = phi i32 [ 2, %entry ], [ %more_j, %first ]
  %next = add i32 %i, 1
  %more_j = add i32 %j, 10
  %more = icmp ne i32 %next, %n
  br i1 %more, label %first, label %second
second:
  %k = phi i32 [ %j, %first ], [ %next_k, %second ]
  %l = phi i32 [ %next, %first ], [ %next_l, %second ]
  %next_k = add i32 %k, 1
  %next_l = add i32 %l, 5
  %end_k = add i32 %j, %m
  %again = icmp ne i32 %next_k, %end_k
  br i1 %again, label %second, label %end
end:
  %r = add i32 %k, %l
  %s = add i32 %r, 2
  ret i32 %s
}
; Two ways out that lead to one block with the same numbers.
define i32 @either(i32 %a, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %s = phi i32 [ 3, %entry ], [ %t, %body ]
  %large = icmp ugt i32 %s, %a
  br i1 %large, label %end, label %body
body:
  %t = mul i32 %s, 5
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %end
end:
  %r = phi i32 [ 12, %head ], [ 12, %body ]
  ret i32 %r
}
; Memory that is not there is read by the last round.
define i32 @reads(i32 %n) {
entry:
  %base = ptrtoint [16 x i8]* @place to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %far = icmp eq i32 %i, 50
  %at = select i1 %far, i32 0, i32 %base
  %p = inttoptr i32 %at to i32*
  %x = load i32* %p, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 5
}
define i32 @divides(i32 %n, i32 %d) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %by = sub i32 %d, %i
  %q = udiv i32 100, %by
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 6
}
