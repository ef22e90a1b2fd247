; The floating-point remainder is C's fmod: exact, with the dividend's sign.
; run: @float(float 1.5, float 2.25) -> float 1.5
; run: @float(float -0.0, float 0.0) -> float nan
; run: @float(float 7.5, float -2.0) -> float 1.5
; run: @float(float inf, float 1.0) -> float nan
; run: @float(float inf, float -inf) -> float nan
; run: @float(float 1.0, float 0.0) -> float nan
; run: @float(float -1.0, float 0.0) -> float nan
; run: @float(float 0.0, float 0.0) -> float nan
; run: @float(float 3.0, float inf) -> float 3.0
; run: @float(float nan, float 1.0) -> float nan
; run: @double(double 1.5, double 2.25) -> double 1.5
; run: @double(double -0.0, double 0.0) -> double nan
; run: @double(double 7.5, double -2.0) -> double 1.5
; run: @double(double inf, double 1.0) -> double nan
; run: @double(double inf, double -inf) -> double nan
; run: @double(double 1.0, double 0.0) -> double nan
; run: @double(double -1.0, double 0.0) -> double nan
; run: @double(double 0.0, double 0.0) -> double nan
; run: @double(double 3.0, double inf) -> double 3.0
; run: @double(double nan, double 1.0) -> double nan
; run: @v4f32(<4 x float> <1.5, 7.5, -100.25, 8.0>, <4 x float> <2.0, -2.5, 4.0, 0.5>) -> <4 x float> <1.5, 0.0, -0.25, 0.0>
; check x8632 x8664 @double: call fmod
; check x8632 x8664 @float: call fmodf
; check arm32 @double: bl fmod
; check arm32 @float: bl fmodf

define float @float(float %a, float %b) {
  %r = frem float %a, %b
  ret float %r
}
define double @double(double %a, double %b) {
  %r = frem double %a, %b
  ret double %r
}
define <4 x float> @v4f32(<4 x float> %a, <4 x float> %b) {
  %r = frem <4 x float> %a, %b
  ret <4 x float> %r
}
