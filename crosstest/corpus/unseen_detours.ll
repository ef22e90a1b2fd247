; A jump table straight into blocks with phis.
; run: @f(i32 0, i32 3, i32 4, i32 5) -> i32 2917458
; run: @f(i32 1, i32 3, i32 4, i32 5) -> i32 1376125
; run: @f(i32 2, i32 3, i32 4, i32 5) -> i32 882784
; run: @f(i32 3, i32 3, i32 4, i32 5) -> i32 2026863
; run: @f(i32 4, i32 3, i32 4, i32 5) -> i32 2917458
; run: @f(i32 5, i32 3, i32 4, i32 5) -> i32 1376125
; run: @f(i32 6, i32 3, i32 4, i32 5) -> i32 882784
; run: @f(i32 7, i32 3, i32 4, i32 5) -> i32 2026863
; run: @f(i32 8, i32 3, i32 4, i32 5) -> i32 2917458
; run: @f(i32 9, i32 3, i32 4, i32 5) -> i32 1376125
; run: @f(i32 10, i32 3, i32 4, i32 5) -> i32 882784
; run: @f(i32 11, i32 3, i32 4, i32 5) -> i32 2026863
; run: @f(i32 12, i32 3, i32 4, i32 5) -> i32 2917458
; run: @f(i32 13, i32 3, i32 4, i32 5) -> i32 1376125
; run: @f(i32 14, i32 3, i32 4, i32 5) -> i32 1
define i32 @f(i32 %x, i32 %a, i32 %b, i32 %c) {
entry:
  %p = mul i32 %a, 7
  %q = mul i32 %b, 11
  %s = mul i32 %c, 13
  switch i32 %x, label %d [    i32 0, label %j0
    i32 1, label %j1
    i32 2, label %j2
    i32 3, label %j3
    i32 4, label %j0
    i32 5, label %j1
    i32 6, label %j2
    i32 7, label %j3
    i32 8, label %j0
    i32 9, label %j1
    i32 10, label %j2
    i32 11, label %j3
    i32 12, label %j0
    i32 13, label %j1 ]
j0:
  %u0 = phi i32 [ 2, %entry ], [ 2, %entry ], [ 2, %entry ], [ 2, %entry ], [ %v0, %j0 ]
  %v0 = phi i32 [ 3, %entry ], [ 3, %entry ], [ 3, %entry ], [ 3, %entry ], [ %w0, %j0 ]
  %w0 = phi i32 [ 4, %entry ], [ 4, %entry ], [ 4, %entry ], [ 4, %entry ], [ %m0, %j0 ]
  %m0 = mul i32 %u0, 3
  %e0 = add i32 %m0, %v0
  %g0 = icmp ult i32 %e0, 5000
  br i1 %g0, label %j0, label %o0
o0:
  %h0 = mul i32 %w0, 1000
  %r0 = add i32 %h0, %u0
  ret i32 %r0
j1:
  %u1 = phi i32 [ 9, %entry ], [ 9, %entry ], [ 9, %entry ], [ 9, %entry ], [ %v1, %j1 ]
  %v1 = phi i32 [ 10, %entry ], [ 10, %entry ], [ 10, %entry ], [ 10, %entry ], [ %w1, %j1 ]
  %w1 = phi i32 [ 11, %entry ], [ 11, %entry ], [ 11, %entry ], [ 11, %entry ], [ %m1, %j1 ]
  %m1 = mul i32 %u1, 5
  %e1 = add i32 %m1, %v1
  %g1 = icmp ult i32 %e1, 5000
  br i1 %g1, label %j1, label %o1
o1:
  %h1 = mul i32 %w1, 1000
  %r1 = add i32 %h1, %u1
  ret i32 %r1
j2:
  %u2 = phi i32 [ 16, %entry ], [ 16, %entry ], [ 16, %entry ], [ %v2, %j2 ]
  %v2 = phi i32 [ 17, %entry ], [ 17, %entry ], [ 17, %entry ], [ %w2, %j2 ]
  %w2 = phi i32 [ 18, %entry ], [ 18, %entry ], [ 18, %entry ], [ %m2, %j2 ]
  %m2 = mul i32 %u2, 7
  %e2 = add i32 %m2, %v2
  %g2 = icmp ult i32 %e2, 5000
  br i1 %g2, label %j2, label %o2
o2:
  %h2 = mul i32 %w2, 1000
  %r2 = add i32 %h2, %u2
  ret i32 %r2
j3:
  %u3 = phi i32 [ 23, %entry ], [ 23, %entry ], [ 23, %entry ], [ %v3, %j3 ]
  %v3 = phi i32 [ 24, %entry ], [ 24, %entry ], [ 24, %entry ], [ %w3, %j3 ]
  %w3 = phi i32 [ 25, %entry ], [ 25, %entry ], [ 25, %entry ], [ %m3, %j3 ]
  %m3 = mul i32 %u3, 9
  %e3 = add i32 %m3, %v3
  %g3 = icmp ult i32 %e3, 5000
  br i1 %g3, label %j3, label %o3
o3:
  %h3 = mul i32 %w3, 1000
  %r3 = add i32 %h3, %u3
  ret i32 %r3
d:
  ret i32 1
}
