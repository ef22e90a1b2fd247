; Arithmetic of float: every operator and intrinsic at edge values; frem is fmod, exact and with the dividend's sign.
; run: @frem(float 5.5, float 2.0) -> float 1.5
; run: @frem(float -5.5, float 2.0) -> float -1.5
; run: @frem(float -6.0, float 2.0) -> float -0.0
; run: @frem(float 1.0, float 0.0) -> float nan
; run: @frem(float inf, float 2.0) -> float nan
; run: @frem(float 3.0, float -inf) -> float 3.0
; run: @frem(float 1e30, float 3.0)
; run: @frem(float 1e30, float 1e-30)
; run: @sqrt(float 2.25) -> float 1.5
; run: @sqrt(float -0.0) -> float -0.0
; run: @sqrt(float -1.0) -> float nan
; run: @fabs(float -0.0) -> float 0.0
; run: @fabs(float -inf) -> float inf
; run: @negate(float 0.0) -> float -0.0
; run: @fdiv(float 1.0, float -0.0) -> float -inf
; edges: @fadd @fadd_c @fsub @fsub_c @fmul @fmul_c @fdiv @fdiv_c @frem @frem_c @sqrt @fabs @negate @polynomial

define float @fadd(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}
define float @fadd_c(float %a) {
  %r = fadd float %a, 2.5
  %s = fadd float -0.75, %r
  ret float %s
}
define float @fsub(float %a, float %b) {
  %r = fsub float %a, %b
  ret float %r
}
define float @fsub_c(float %a) {
  %r = fsub float %a, 2.5
  %s = fsub float -0.75, %r
  ret float %s
}
define float @fmul(float %a, float %b) {
  %r = fmul float %a, %b
  ret float %r
}
define float @fmul_c(float %a) {
  %r = fmul float %a, 2.5
  %s = fmul float -0.75, %r
  ret float %s
}
define float @fdiv(float %a, float %b) {
  %r = fdiv float %a, %b
  ret float %r
}
define float @fdiv_c(float %a) {
  %r = fdiv float %a, 2.5
  %s = fdiv float -0.75, %r
  ret float %s
}
define float @frem(float %a, float %b) {
  %r = frem float %a, %b
  ret float %r
}
define float @frem_c(float %a) {
  %r = frem float %a, 2.5
  %s = frem float -0.75, %r
  ret float %s
}
define float @sqrt(float %a) {
  %r = call float @llvm.sqrt.f32(float %a)
  ret float %r
}
define float @fabs(float %a) {
  %r = call float @llvm.fabs.f32(float %a)
  ret float %r
}
define float @negate(float %a) {
  %r = fsub float -0.0, %a
  ret float %r
}
define float @polynomial(float %a, float %b) {
  %aa = fmul float %a, %a
  %ab = fmul float %a, %b
  %bb = fmul float %b, %b
  %s = fadd float %aa, %ab
  %t = fsub float %s, %bb
  %u = fdiv float %t, %aa
  %v = fadd float %u, %b
  ret float %v
}
declare float @llvm.sqrt.f32(float)
declare float @llvm.fabs.f32(float)
