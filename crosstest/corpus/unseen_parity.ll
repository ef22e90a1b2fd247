; An argument that is aligned to a pair of registers, behind one that is not.
; run: @f(i32 1, i64 8589934595) -> i64 8589934596
; run: @g(float 1.0, double 2.0) -> double 3.0
define i64 @f(i32 %a, i64 %b) {
  %x = zext i32 %a to i64
  %r = add i64 %x, %b
  ret i64 %r
}
define double @g(float %a, double %b) {
  %x = fpext float %a to double
  %r = fadd double %x, %b
  ret double %r
}
