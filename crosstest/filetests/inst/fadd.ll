; Floating-point addition.
; run: @float(float 1.5, float 2.25) -> float 3.75
; run: @float(float -0.0, float 0.0) -> float 0.0
; run: @float(float 7.5, float -2.0) -> float 5.5
; run: @float(float inf, float 1.0) -> float inf
; run: @float(float inf, float -inf) -> float nan
; run: @float(float 1.0, float 0.0) -> float 1.0
; run: @float(float -1.0, float 0.0) -> float -1.0
; run: @float(float 0.0, float 0.0) -> float 0.0
; run: @float(float 3.0, float inf) -> float inf
; run: @float(float nan, float 1.0) -> float nan
; run: @double(double 1.5, double 2.25) -> double 3.75
; run: @double(double -0.0, double 0.0) -> double 0.0
; run: @double(double 7.5, double -2.0) -> double 5.5
; run: @double(double inf, double 1.0) -> double inf
; run: @double(double inf, double -inf) -> double nan
; run: @double(double 1.0, double 0.0) -> double 1.0
; run: @double(double -1.0, double 0.0) -> double -1.0
; run: @double(double 0.0, double 0.0) -> double 0.0
; run: @double(double 3.0, double inf) -> double inf
; run: @double(double nan, double 1.0) -> double nan
; run: @v4f32(<4 x float> <1.5, 7.5, -100.25, 8.0>, <4 x float> <2.0, -2.5, 4.0, 0.5>) -> <4 x float> <3.5, 5.0, -96.25, 8.5>
; check x8632 x8664 @float: addss
; check x8632 x8664 @double: addsd
; check x8632 x8664 @v4f32: addps
; check arm32 @float: vadd.f32
; check arm32 @double: vadd.f64
; check mips32 @float: add.s
; check mips32 @double: add.d

define float @float(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}
define double @double(double %a, double %b) {
  %r = fadd double %a, %b
  ret double %r
}
define <4 x float> @v4f32(<4 x float> %a, <4 x float> %b) {
  %r = fadd <4 x float> %a, %b
  ret <4 x float> %r
}
