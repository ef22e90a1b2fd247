; On ARM a comparison with zero says so itself, and a double is made once in a loop and for uses near to each other.
; recipes: O2
; run: @sign(double 2.5) -> i32 1
; run: @sign(double -2.5) -> i32 2
; run: @sign(double 0.0) -> i32 3
; run: @sign(double -0.0) -> i32 3
; check arm32 @sign: vcmp.f64 ..., #0
; check-not arm32 @sign: vmov
; run: @narrow(float -0.0) -> i32 1
; run: @narrow(float 1.0) -> i32 0
; check arm32 @narrow: vcmp.f32 ..., #0
; run: @minus_zero(double 0.0) -> i32 1
; run: @twice(double 3.0) -> double 0.04000000000000001
; check arm32 @twice: movt ... .LC
; check-not arm32 @twice: .LC
; edges: @sign @narrow @minus_zero @twice
define i32 @sign(double %x) {
  %more = fcmp ogt double %x, 0.0
  br i1 %more, label %above, label %rest
above:
  ret i32 1
rest:
  %less = fcmp olt double %x, 0.0
  %r = select i1 %less, i32 2, i32 3
  ret i32 %r
}
define i32 @narrow(float %x) {
  %same = fcmp oeq float %x, 0.0
  %r = zext i1 %same to i32
  ret i32 %r
}
define i32 @minus_zero(double %x) {
  %same = fcmp oeq double %x, -0.0
  %r = zext i1 %same to i32
  ret i32 %r
}
define double @twice(double %x) {
  %a = fmul double %x, 0.1
  %b = fadd double %a, 0.1
  %c = fmul double %b, 0.1
  ret double %c
}
