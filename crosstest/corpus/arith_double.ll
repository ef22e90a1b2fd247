; Arithmetic of double: every operator and intrinsic at edge values; frem is fmod, exact and with the dividend's sign.
; run: @frem(double 5.5, double 2.0) -> double 1.5
; run: @frem(double -5.5, double 2.0) -> double -1.5
; run: @frem(double -6.0, double 2.0) -> double -0.0
; run: @frem(double 1.0, double 0.0) -> double nan
; run: @frem(double inf, double 2.0) -> double nan
; run: @frem(double 3.0, double -inf) -> double 3.0
; run: @frem(double 1e30, double 3.0)
; run: @frem(double 1e30, double 1e-30)
; run: @sqrt(double 2.25) -> double 1.5
; run: @sqrt(double -0.0) -> double -0.0
; run: @sqrt(double -1.0) -> double nan
; run: @fabs(double -0.0) -> double 0.0
; run: @fabs(double -inf) -> double inf
; run: @negate(double 0.0) -> double -0.0
; run: @fdiv(double 1.0, double -0.0) -> double -inf
; edges: @fadd @fadd_c @fsub @fsub_c @fmul @fmul_c @fdiv @fdiv_c @frem @frem_c @sqrt @fabs @negate @polynomial

define double @fadd(double %a, double %b) {
  %r = fadd double %a, %b
  ret double %r
}
define double @fadd_c(double %a) {
  %r = fadd double %a, 2.5
  %s = fadd double -0.75, %r
  ret double %s
}
define double @fsub(double %a, double %b) {
  %r = fsub double %a, %b
  ret double %r
}
define double @fsub_c(double %a) {
  %r = fsub double %a, 2.5
  %s = fsub double -0.75, %r
  ret double %s
}
define double @fmul(double %a, double %b) {
  %r = fmul double %a, %b
  ret double %r
}
define double @fmul_c(double %a) {
  %r = fmul double %a, 2.5
  %s = fmul double -0.75, %r
  ret double %s
}
define double @fdiv(double %a, double %b) {
  %r = fdiv double %a, %b
  ret double %r
}
define double @fdiv_c(double %a) {
  %r = fdiv double %a, 2.5
  %s = fdiv double -0.75, %r
  ret double %s
}
define double @frem(double %a, double %b) {
  %r = frem double %a, %b
  ret double %r
}
define double @frem_c(double %a) {
  %r = frem double %a, 2.5
  %s = frem double -0.75, %r
  ret double %s
}
define double @sqrt(double %a) {
  %r = call double @llvm.sqrt.f64(double %a)
  ret double %r
}
define double @fabs(double %a) {
  %r = call double @llvm.fabs.f64(double %a)
  ret double %r
}
define double @negate(double %a) {
  %r = fsub double -0.0, %a
  ret double %r
}
define double @polynomial(double %a, double %b) {
  %aa = fmul double %a, %a
  %ab = fmul double %a, %b
  %bb = fmul double %b, %b
  %s = fadd double %aa, %ab
  %t = fsub double %s, %bb
  %u = fdiv double %t, %aa
  %v = fadd double %u, %b
  ret double %v
}
declare double @llvm.sqrt.f64(double)
declare double @llvm.fabs.f64(double)
