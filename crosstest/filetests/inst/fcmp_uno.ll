; Floating-point comparison: uno.
; run: @float(float 1.0, float 2.0) -> i32 0
; run: @float(float 2.0, float 1.0) -> i32 0
; run: @float(float 1.5, float 1.5) -> i32 0
; run: @float(float 0.0, float -0.0) -> i32 0
; run: @float(float nan, float 1.0) -> i32 1
; run: @float(float 1.0, float nan) -> i32 1
; run: @float(float nan, float nan) -> i32 1
; run: @float(float inf, float -inf) -> i32 0
; run: @double(double 1.0, double 2.0) -> i32 0
; run: @double(double 2.0, double 1.0) -> i32 0
; run: @double(double 1.5, double 1.5) -> i32 0
; run: @double(double 0.0, double -0.0) -> i32 0
; run: @double(double nan, double 1.0) -> i32 1
; run: @double(double 1.0, double nan) -> i32 1
; run: @double(double nan, double nan) -> i32 1
; run: @double(double inf, double -inf) -> i32 0
; run: @v4f32(<4 x float> <1.0, 2.0, 1.5, nan>, <4 x float> <2.0, 1.0, 1.5, 1.0>) -> <4 x i32> <0, 0, 0, -1>
; run: @branch(double 1.0, double 2.0) -> i32 0
; run: @branch(double 2.0, double 1.0) -> i32 0
; run: @branch(double 1.5, double 1.5) -> i32 0
; run: @branch(double nan, double 1.0) -> i32 1
; check x8632 x8664 @double: ucomisd
; check x8632 x8664 @float: ucomiss
; check arm32 @double: vcmp

define i32 @float(float %a, float %b) {
  %c = fcmp uno float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @double(double %a, double %b) {
  %c = fcmp uno double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define <4 x i32> @v4f32(<4 x float> %a, <4 x float> %b) {
  %c = fcmp uno <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define i32 @branch(double %a, double %b) {
  %c = fcmp uno double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
