; Operators on <4 x float>: with variables, with constants; division by zero in any lane traps.
; run: @frem(<5.5, -5.5, 1.0, 3.0>, <2.0, 2.0, 0.0, inf>) -> <1.5, -1.5, nan, 3.0>
; run: @fabs(<-0.0, -1.5, -inf, nan>) -> <0.0, 1.5, inf, nan>
; edges: @fadd @fadd_c @fsub @fsub_c @fmul @fmul_c @fdiv @fdiv_c @frem @frem_c @fabs @pick

define <4 x float> @fadd(<4 x float> %a, <4 x float> %b) {
  %r = fadd <4 x float> %a, %b
  ret <4 x float> %r
}
define <4 x float> @fadd_c(<4 x float> %a) {
  %r = fadd <4 x float> %a, <float 1.5, float -2.25, float 0.0, float 1024.0>
  ret <4 x float> %r
}
define <4 x float> @fsub(<4 x float> %a, <4 x float> %b) {
  %r = fsub <4 x float> %a, %b
  ret <4 x float> %r
}
define <4 x float> @fsub_c(<4 x float> %a) {
  %r = fsub <4 x float> %a, <float 1.5, float -2.25, float 0.0, float 1024.0>
  ret <4 x float> %r
}
define <4 x float> @fmul(<4 x float> %a, <4 x float> %b) {
  %r = fmul <4 x float> %a, %b
  ret <4 x float> %r
}
define <4 x float> @fmul_c(<4 x float> %a) {
  %r = fmul <4 x float> %a, <float 1.5, float -2.25, float 0.0, float 1024.0>
  ret <4 x float> %r
}
define <4 x float> @fdiv(<4 x float> %a, <4 x float> %b) {
  %r = fdiv <4 x float> %a, %b
  ret <4 x float> %r
}
define <4 x float> @fdiv_c(<4 x float> %a) {
  %r = fdiv <4 x float> %a, <float 1.5, float -2.25, float 0.0, float 1024.0>
  ret <4 x float> %r
}
define <4 x float> @frem(<4 x float> %a, <4 x float> %b) {
  %r = frem <4 x float> %a, %b
  ret <4 x float> %r
}
define <4 x float> @frem_c(<4 x float> %a) {
  %r = frem <4 x float> %a, <float 1.5, float -2.25, float 0.0, float 1024.0>
  ret <4 x float> %r
}
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
define <4 x float> @fabs(<4 x float> %a) {
  %r = call <4 x float> @llvm.fabs.v4f32(<4 x float> %a)
  ret <4 x float> %r
}
define <4 x float> @pick(<4 x float> %a, <4 x float> %b, i32 %c) {
  %t = trunc i32 %c to i1
  %r = select i1 %t, <4 x float> %a, <4 x float> %b
  ret <4 x float> %r
}
