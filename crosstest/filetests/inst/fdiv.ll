; Floating-point division; by zero it gives an infinity or NaN, and never traps.
; run: @float(float 1.5, float 2.25) -> float 0.6666666865348816
; run: @float(float -0.0, float 0.0) -> float nan
; run: @float(float 7.5, float -2.0) -> float -3.75
; run: @float(float inf, float 1.0) -> float inf
; run: @float(float inf, float -inf) -> float nan
; run: @float(float 1.0, float 0.0) -> float inf
; run: @float(float -1.0, float 0.0) -> float -inf
; run: @float(float 0.0, float 0.0) -> float nan
; run: @float(float 3.0, float inf) -> float 0.0
; run: @float(float nan, float 1.0) -> float nan
; run: @double(double 1.5, double 2.25) -> double 0.6666666666666666
; run: @double(double -0.0, double 0.0) -> double nan
; run: @double(double 7.5, double -2.0) -> double -3.75
; run: @double(double inf, double 1.0) -> double inf
; run: @double(double inf, double -inf) -> double nan
; run: @double(double 1.0, double 0.0) -> double inf
; run: @double(double -1.0, double 0.0) -> double -inf
; run: @double(double 0.0, double 0.0) -> double nan
; run: @double(double 3.0, double inf) -> double 0.0
; run: @double(double nan, double 1.0) -> double nan
; run: @v4f32(<4 x float> <1.5, 7.5, -100.25, 8.0>, <4 x float> <2.0, -2.5, 4.0, 0.5>) -> <4 x float> <0.75, -3.0, -25.0625, 16.0>
; check x8632 x8664 @float: divss
; check x8632 x8664 @double: divsd
; check x8632 x8664 @v4f32: divps
; check arm32 @float: vdiv.f32
; check arm32 @double: vdiv.f64
; check mips32 @float: div.s
; check mips32 @double: div.d

define float @float(float %a, float %b) {
  %r = fdiv float %a, %b
  ret float %r
}
define double @double(double %a, double %b) {
  %r = fdiv double %a, %b
  ret double %r
}
define <4 x float> @v4f32(<4 x float> %a, <4 x float> %b) {
  %r = fdiv <4 x float> %a, %b
  ret <4 x float> %r
}
