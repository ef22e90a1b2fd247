; The absolute value clears the sign, of zeros and infinities too.
; run: @float(float 1.5) -> float 1.5
; run: @float(float -1.5) -> float 1.5
; run: @float(float -0.0) -> float 0.0
; run: @float(float -inf) -> float inf
; run: @float(float nan) -> float nan
; run: @double(double 1.5) -> double 1.5
; run: @double(double -1.5) -> double 1.5
; run: @double(double -0.0) -> double 0.0
; run: @double(double -inf) -> double inf
; run: @double(double nan) -> double nan
; run: @vector(<4 x float> <-1.0, 2.0, -0.0, -inf>) -> <4 x float> <1.0, 2.0, 0.0, inf>
; check x8632 x8664 @vector: andps
; check arm32 @double: vabs.f64

declare float @llvm.fabs.f32(float)
declare double @llvm.fabs.f64(double)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
define float @float(float %a) {
  %r = call float @llvm.fabs.f32(float %a)
  ret float %r
}
define double @double(double %a) {
  %r = call double @llvm.fabs.f64(double %a)
  ret double %r
}
define <4 x float> @vector(<4 x float> %a) {
  %r = call <4 x float> @llvm.fabs.v4f32(<4 x float> %a)
  ret <4 x float> %r
}
