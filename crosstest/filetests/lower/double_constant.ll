; Constants of floating-point type come from a pool.
; run: @tenth() -> double 0.1
; run: @zero() -> double 0.0
; run: @minus_zero() -> double -0.0
; check x8664 @tenth: movsd xmm0, [.LC

define double @tenth() {
  ret double 0.1
}
define double @zero() {
  ret double 0.0
}
define double @minus_zero() {
  ret double -0.0
}
