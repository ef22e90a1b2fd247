; Values that calls leave no register for are in the frame, and until then in their registers, too, as temporaries take turns.
; recipes: O3
; run: @distance(double 3.0, double 4.0) -> double 25.0
; run: @distance(double 1.0, double -1.5) -> double 3.25
; check-not x8664 @distance: movsd xmm..., [rsp...]
; check x8664 @distance: addsd xmm..., xmm...
; check x8664 @distance: movaps xmm0, xmm...
; check x8664 @distance: call

define double @distance(double %x, double %y) {
entry:
  %a = fsub double %x, %y
  %b = fadd double %x, %y
  %aa = fmul double %a, %a
  %bb = fmul double %b, %b
  %sum = fadd double %aa, %bb
  %same = call double @same(double %sum)
  %c = fadd double %same, %a
  %d = fsub double %c, %b
  %e = fsub double %d, 16.0
  %f = fadd double %e, %b
  %g = fadd double %f, 16.0
  %h = fsub double %g, %aa
  %i = fsub double %h, %bb
  %j = fadd double %i, %sum
  %k = fsub double %j, %a
  %l = fmul double %k, 0.5
  ret double %l
}

define internal double @same(double %x) {
  br label %not_inlined
not_inlined:
  ret double %x
}
