; Comparisons that hold of NaNs, and a double above half the unsigned range.
; run: @unordered(double nan, double 1.0) -> i32 11
; run: @unordered(double 1.0, double 1.0) -> i32 0
; run: @unordered(double 2.0, double 1.0) -> i32 11
; run: @above_half(double 3000000000.0) -> i32 -1294967296
; run: @above_half(double 5.0) -> i32 5

define i32 @unordered(double %a, double %b) {
  %u = fcmp une double %a, %b
  %g = fcmp ugt double %a, %b
  %x = select i1 %g, i32 1, i32 0
  %y = select i1 %u, i32 10, i32 0
  %r = add i32 %x, %y
  ret i32 %r
}
define i32 @above_half(double %a) {
  %r = fptoui double %a to i32
  ret i32 %r
}
