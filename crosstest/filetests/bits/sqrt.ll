; Square roots: correctly rounded; of a negative number NaN, of -0.0 itself.
; run: @float(float 4.0) -> float 2.0
; run: @float(float -0.0) -> float -0.0
; run: @float(float inf) -> float inf
; run: @float(float nan) -> float nan
; run: @float(float 0.25) -> float 0.5
; run: @float(float -1.0) -> float nan
; run: @double(double 4.0) -> double 2.0
; run: @double(double -0.0) -> double -0.0
; run: @double(double inf) -> double inf
; run: @double(double nan) -> double nan
; run: @double(double 0.25) -> double 0.5
; run: @double(double -1.0) -> double nan
; run: @float(float 2.0) -> float 1.4142135381698608
; run: @double(double 2.0) -> double 1.4142135623730951
; check x8632 x8664 @float: sqrtss
; check x8632 x8664 @double: sqrtsd
; check arm32 @float: vsqrt.f32
; check arm32 @double: vsqrt.f64

declare float @llvm.sqrt.f32(float)
declare double @llvm.sqrt.f64(double)
define float @float(float %a) {
  %r = call float @llvm.sqrt.f32(float %a)
  ret float %r
}
define double @double(double %a) {
  %r = call double @llvm.sqrt.f64(double %a)
  ret double %r
}
