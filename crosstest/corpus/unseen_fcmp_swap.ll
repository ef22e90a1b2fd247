; The same two floats compared twice, with the operands exchanged: NaN makes the difference.
; run: @f(double nan, double 1.0) -> i32 1
; run: @f(double 1.0, double 2.0) -> i32 3
define i32 @f(double %a, double %b) {
  %c = fcmp ogt double %b, %a
  %d = fcmp ult double %a, %b
  %x = zext i1 %c to i32
  %y = zext i1 %d to i32
  %z = shl i32 %x, 1
  %r = or i32 %z, %y
  ret i32 %r
}
