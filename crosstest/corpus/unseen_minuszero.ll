; x - -0.0 is not x: the sum of a negative zero and a positive one is positive.
; run: @f(double -0.0) -> double 0.0
define double @f(double %x) {
  %r = fsub double %x, -0.0
  ret double %r
}
