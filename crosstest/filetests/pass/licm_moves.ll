; What does not change in a loop is computed before it, and before all loops in which it does not change. The results are right without it;
; only the code tells that it happens.
; recipes: O2
; run: @product(i32 100, i32 7, i32 3) -> i32 2043
; run: @product(i32 100, i32 7, i32 0) -> i32 681
; check x8632 x8664 @product: mul
; check x8632 x8664 @product: L0:
; check-not x8632 x8664 @product: mul
; check arm32 mips32 @product: mul
; check arm32 mips32 @product: L0:
; check-not arm32 mips32 @product: mul
; run: @conversion(i32 3, i32 4) -> i32 12
; check x8632 x8664 @conversion: cvtsi2sd
; check x8632 x8664 @conversion: L0:
; check-not x8632 x8664 @conversion: cvtsi2sd
; check arm32 @conversion: vcvt.f64.s32
; check arm32 @conversion: L0:
; check-not arm32 @conversion: vcvt.f64.s32
; check mips32 @conversion: cvt.d.w
; check mips32 @conversion: L0:
; check-not mips32 @conversion: cvt.d.w
; run: @nested(i32 100, i32 7, i32 3) -> i32 6129
; check x8632 x8664 @nested: mul
; check x8632 x8664 @nested: L0:
; check-not x8632 x8664 @nested: mul
; check arm32 mips32 @nested: mul
; check arm32 mips32 @nested: L0:
; check-not arm32 mips32 @nested: mul
define i32 @product(i32 %a, i32 %b, i32 %n) {
entry:
  %odd = or i32 %b, 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %q = mul i32 %a, %odd
  %r = xor i32 %q, 21
  %sum = add i32 %s, %r
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %sum
}
define i32 @conversion(i32 %a, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %sum, %loop ]
  %c = sitofp i32 %a to double
  %sum = fadd double %s, %c
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r = fptosi double %sum to i32
  ret i32 %r
}
define i32 @nested(i32 %a, i32 %b, i32 %n) {
entry:
  %odd = or i32 %b, 1
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  %s = phi i32 [ 0, %entry ], [ %sum, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  %t = phi i32 [ %s, %outer ], [ %sum, %inner ]
  %q = mul i32 %a, %odd
  %r = xor i32 %q, 21
  %sum = add i32 %t, %r
  %j1 = add i32 %j, 1
  %again = icmp ult i32 %j1, %n
  br i1 %again, label %inner, label %latch
latch:
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %outer, label %end
end:
  ret i32 %sum
}
