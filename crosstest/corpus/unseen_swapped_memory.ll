; A loaded float as the left operand of a comparison.
; run: @f(double 5.0) -> i32 1
; run: @f(double 1.0) -> i32 0
; run: @f(double 2.0) -> i32 0
@g = internal global [8 x i8] c"\00\00\00\00\00\00\00\40", align 8
define i32 @f(double %x) {
  %p = bitcast [8 x i8]* @g to double*
  %a = load double* %p, align 8
  %c = fcmp olt double %a, %x
  br i1 %c, label %y, label %n
y:
  ret i32 1
n:
  ret i32 0
}
