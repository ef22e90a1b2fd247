; Loops: nested, with breaks, irreducible; blocks that nothing reaches; branches on constants.
; run: @gcd(i32 1071, i32 462) -> i32 21
; run: @gcd(i32 -1, i32 0) -> i32 -1
; run: @collatz(i64 26) -> i64 111
; run: @nothing()
; run: @unreachable_block(i32 7) -> i32 7
; run: @constant_branches(i32 7) -> i32 7
; edges: @gcd @nested @irreducible @collatz @unreachable_block @constant_branches

define i32 @gcd(i32 %a, i32 %b) {
entry:
  br label %head
head:
  %x = phi i32 [ %a, %entry ], [ %y, %body ]
  %y = phi i32 [ %b, %entry ], [ %r, %body ]
  %z = icmp eq i32 %y, 0
  br i1 %z, label %end, label %body
body:
  %r = urem i32 %x, %y
  br label %head
end:
  ret i32 %x
}
define i32 @nested(i32 %a, i32 %b) {
entry:
  %n = and i32 %a, 15
  %m = and i32 %b, 7
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %outer_latch ]
  %s = phi i32 [ 0, %entry ], [ %s2, %outer_latch ]
  %oc = icmp eq i32 %i, %n
  br i1 %oc, label %end, label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner_latch ]
  %t = phi i32 [ %s, %outer ], [ %t1, %inner_latch ]
  %ic = icmp eq i32 %j, %m
  br i1 %ic, label %outer_latch, label %body
body:
  %p = mul i32 %i, %j
  %odd = and i32 %p, 1
  %skip = icmp eq i32 %odd, 0
  br i1 %skip, label %inner_latch, label %add
add:
  %q = add i32 %t, %p
  %big = icmp ugt i32 %q, 500
  br i1 %big, label %end, label %inner_latch
inner_latch:
  %t1 = phi i32 [ %t, %body ], [ %q, %add ]
  %j1 = add i32 %j, 1
  br label %inner
outer_latch:
  %s2 = add i32 %t, %i
  %i1 = add i32 %i, 1
  br label %outer
end:
  %r = phi i32 [ %s, %outer ], [ %q, %add ]
  ret i32 %r
}
define i32 @irreducible(i32 %a, i32 %b) {
entry:
  %c = icmp slt i32 %a, %b
  %n = and i32 %b, 31
  br i1 %c, label %left, label %right
left:
  %x = phi i32 [ 1, %entry ], [ %z, %right ]
  %i = phi i32 [ 0, %entry ], [ %k, %right ]
  %y = mul i32 %x, 3
  %d = icmp ugt i32 %i, %n
  br i1 %d, label %end, label %right
right:
  %w = phi i32 [ 2, %entry ], [ %y, %left ]
  %j = phi i32 [ 0, %entry ], [ %i, %left ]
  %z = add i32 %w, %a
  %k = add i32 %j, 1
  %e = icmp ugt i32 %k, 20
  br i1 %e, label %end, label %left
end:
  %r = phi i32 [ %y, %left ], [ %z, %right ]
  ret i32 %r
}
define i64 @collatz(i64 %a) {
entry:
  %start = and i64 %a, 1023
  %first = add i64 %start, 1
  br label %head
head:
  %x = phi i64 [ %first, %entry ], [ %half, %even ], [ %more, %odd ]
  %n = phi i64 [ 0, %entry ], [ %n1, %even ], [ %n1, %odd ]
  %one = icmp eq i64 %x, 1
  br i1 %one, label %end, label %step
step:
  %n1 = add i64 %n, 1
  %bit = and i64 %x, 1
  %is_odd = icmp ne i64 %bit, 0
  br i1 %is_odd, label %odd, label %even
even:
  %half = lshr i64 %x, 1
  br label %head
odd:
  %triple = mul i64 %x, 3
  %more = add i64 %triple, 1
  br label %head
end:
  ret i64 %n
}
define i32 @unreachable_block(i32 %a) {
entry:
  br label %end
dead:
  %x = add i32 %a, 1
  br label %end
end:
  %r = phi i32 [ %a, %entry ], [ %x, %dead ]
  ret i32 %r
}
define void @nothing() {
  ret void
}
define i32 @constant_branches(i32 %a) {
entry:
  br i1 true, label %one, label %two
one:
  br i1 false, label %two, label %three
two:
  ret i32 0
three:
  ret i32 %a
}
