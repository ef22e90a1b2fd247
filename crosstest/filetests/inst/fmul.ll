; Floating-point multiplication.
; run: @float(float 1.5, float 2.25) -> float 3.375
; run: @float(float -0.0, float 0.0) -> float -0.0
; run: @float(float 7.5, float -2.0) -> float -15.0
; run: @float(float inf, float 1.0) -> float inf
; run: @float(float inf, float -inf) -> float -inf
; run: @float(float 1.0, float 0.0) -> float 0.0
; run: @float(float -1.0, float 0.0) -> float -0.0
; run: @float(float 0.0, float 0.0) -> float 0.0
; run: @float(float 3.0, float inf) -> float inf
; run: @float(float nan, float 1.0) -> float nan
; run: @double(double 1.5, double 2.25) -> double 3.375
; run: @double(double -0.0, double 0.0) -> double -0.0
; run: @double(double 7.5, double -2.0) -> double -15.0
; run: @double(double inf, double 1.0) -> double inf
; run: @double(double inf, double -inf) -> double -inf
; run: @double(double 1.0, double 0.0) -> double 0.0
; run: @double(double -1.0, double 0.0) -> double -0.0
; run: @double(double 0.0, double 0.0) -> double 0.0
; run: @double(double 3.0, double inf) -> double inf
; run: @double(double nan, double 1.0) -> double nan
; run: @v4f32(<4 x float> <1.5, 7.5, -100.25, 8.0>, <4 x float> <2.0, -2.5, 4.0, 0.5>) -> <4 x float> <3.0, -18.75, -401.0, 4.0>
; check x8632 x8664 @float: mulss
; check x8632 x8664 @double: mulsd
; check x8632 x8664 @v4f32: mulps
; check arm32 @float: vmul.f32
; check arm32 @double: vmul.f64
; check mips32 @float: mul.s
; check mips32 @double: mul.d

define float @float(float %a, float %b) {
  %r = fmul float %a, %b
  ret float %r
}
define double @double(double %a, double %b) {
  %r = fmul double %a, %b
  ret double %r
}
define <4 x float> @v4f32(<4 x float> %a, <4 x float> %b) {
  %r = fmul <4 x float> %a, %b
  ret <4 x float> %r
}
