; ARM has instructions for floating-point numbers of a sign, three bits of an exponent and four of a fraction.
; recipes: O2
; run: @scaled(double 3.0) -> double 9.5
; check arm32 @scaled: vmov.f64 ... #3
; check arm32 @scaled: vmov.f64 ... #5
; check-not arm32 @scaled: vldr
; run: @single(float 3.0) -> float -93.0
; check arm32 @single: vmov.f32 ... #-3.1
; check-not arm32 @single: movw
; run: @long(double 2.0) -> double 66.0
; check arm32 @long: vldr
define double @scaled(double %x) {
  %p = fmul double %x, 3.0
  %s = fadd double %p, 0.5
  ret double %s
}
define float @single(float %x) {
  %p = fmul float %x, -31.0
  ret float %p
}
define double @long(double %x) {
  %p = fmul double %x, 33.0
  ret double %p
}
