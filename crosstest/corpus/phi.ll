; Phis: swaps and rotations in loops, of every kind of value; critical edges; phis of phis; narrow types.
; run: @swap(i32 1, i32 2, i32 1) -> i32 0
; run: @swap(i32 1, i32 2, i32 2) -> i32 3
; run: @fibonacci(i32 10) -> i32 55
; run: @fibonacci(i32 47) -> i32 -1323752223
; run: @critical_edge(i32 5, i32 3) -> i32 6
; run: @critical_edge(i32 5, i32 300) -> i32 297
; run: @critical_edge(i32 5, i32 6) -> i32 12
; edges: @swap @rotate @swap_floats @swap_vectors @fibonacci @critical_edge @both_edges_to_one_block @phi_of_phi @narrow

define i32 @swap(i32 %a, i32 %b, i32 %n) {
entry:
  %count = and i32 %n, 15
  br label %loop
loop:
  %x = phi i32 [ %a, %entry ], [ %y, %loop ]
  %y = phi i32 [ %b, %entry ], [ %x, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  %shifted = shl i32 %x, 1
  %r = sub i32 %shifted, %y
  ret i32 %r
}
define i64 @rotate(i64 %a, i64 %b, i64 %n) {
entry:
  %count = and i64 %n, 15
  br label %loop
loop:
  %x = phi i64 [ %a, %entry ], [ %y, %loop ]
  %y = phi i64 [ %b, %entry ], [ %z, %loop ]
  %z = phi i64 [ 1000000007, %entry ], [ %x, %loop ]
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end
end:
  %xx = mul i64 %x, 3
  %yy = mul i64 %y, 5
  %s = add i64 %xx, %yy
  %r = xor i64 %s, %z
  ret i64 %r
}
define double @swap_floats(double %a, double %b, i32 %n) {
entry:
  %count = and i32 %n, 7
  br label %loop
loop:
  %x = phi double [ %a, %entry ], [ %y, %loop ]
  %y = phi double [ %b, %entry ], [ %x, %loop ]
  %f = phi float [ 1.5, %entry ], [ %g, %loop ]
  %g = phi float [ -2.5, %entry ], [ %f, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  %w = fpext float %f to double
  %d = fsub double %x, %y
  %r = fadd double %d, %w
  ret double %r
}
define <4 x i32> @swap_vectors(<4 x i32> %a, <4 x i32> %b, i32 %n) {
entry:
  %count = and i32 %n, 7
  br label %loop
loop:
  %x = phi <4 x i32> [ %a, %entry ], [ %y, %loop ]
  %y = phi <4 x i32> [ %b, %entry ], [ %sum, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = add <4 x i32> %x, %y
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  %r = sub <4 x i32> %x, %y
  ret <4 x i32> %r
}
define i32 @fibonacci(i32 %n) {
entry:
  %count = and i32 %n, 63
  br label %loop
loop:
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %sum, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = add i32 %a, %b
  %next = add i32 %i, 1
  %more = icmp ule i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret i32 %a
}
define i32 @critical_edge(i32 %a, i32 %b) {
entry:
  %c = icmp slt i32 %a, %b
  br i1 %c, label %then, label %join
then:
  %d = sub i32 %b, %a
  %e = icmp ugt i32 %d, 100
  br i1 %e, label %join, label %other
other:
  %f = mul i32 %d, 7
  br label %join
join:
  %r = phi i32 [ %a, %entry ], [ %d, %then ], [ %f, %other ]
  %s = phi i32 [ 1, %entry ], [ 2, %then ], [ %a, %other ]
  %t = add i32 %r, %s
  ret i32 %t
}
define i32 @both_edges_to_one_block(i32 %a) {
entry:
  %c = icmp slt i32 %a, 0
  br i1 %c, label %join, label %join
join:
  %r = phi i32 [ %a, %entry ], [ %a, %entry ]
  ret i32 %r
}
define i32 @phi_of_phi(i32 %a, i32 %b) {
entry:
  %c = icmp eq i32 %a, %b
  br i1 %c, label %left, label %right
left:
  br label %middle
right:
  br label %middle
middle:
  %p = phi i32 [ %a, %left ], [ 9, %right ]
  %q = phi i32 [ 8, %left ], [ %b, %right ]
  %d = icmp ugt i32 %p, %q
  br i1 %d, label %up, label %end
up:
  %u = add i32 %p, 1
  br label %end
end:
  %r = phi i32 [ %q, %middle ], [ %u, %up ]
  %s = phi i32 [ %p, %middle ], [ %q, %up ]
  %t = xor i32 %r, %s
  ret i32 %t
}
define i32 @narrow(i32 %a, i32 %b) {
entry:
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i16
  %c = icmp sgt i8 %x, 5
  br i1 %c, label %left, label %right
left:
  %x1 = add i8 %x, 100
  br label %end
right:
  %y1 = sub i16 %y, 30000
  br label %end
end:
  %p = phi i8 [ %x1, %left ], [ -3, %right ]
  %q = phi i16 [ 12345, %left ], [ %y1, %right ]
  %pw = sext i8 %p to i32
  %qw = zext i16 %q to i32
  %r = sub i32 %qw, %pw
  ret i32 %r
}
