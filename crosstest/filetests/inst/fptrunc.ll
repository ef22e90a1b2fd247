; Narrowing rounds to the nearest, ties to even, and overflows to an infinity.
; run: @f(double 1.0) -> float 1.0
; run: @f(double 1.0000000596046448) -> float 1.0
; run: @f(double 1e+39) -> float inf
; run: @f(double -1e-50) -> float -0.0
; run: @f(double nan) -> float nan
; run: @f(double 3.4028235677973366e+38) -> float inf
; check x8632 x8664 @f: cvtsd2ss
; check arm32 @f: vcvt.f32.f64

define float @f(double %a) {
  %r = fptrunc double %a to float
  ret float %r
}
