; Widening is exact.
; run: @f(float 1.5) -> double 1.5
; run: @f(float -0.0) -> double -0.0
; run: @f(float inf) -> double inf
; run: @f(float 3.4028234663852886e+38) -> double 3.4028234663852886e+38
; run: @f(float 1.401298464324817e-45) -> double 1.401298464324817e-45
; check x8632 x8664 @f: cvtss2sd
; check arm32 @f: vcvt.f64.f32

define double @f(float %a) {
  %r = fpext float %a to double
  ret double %r
}
