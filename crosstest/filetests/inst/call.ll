; Direct calls: arguments in registers and on the stack, results of every class, recursion, functions defined later.
; run: @ints(i32 1) -> i32 12345678
; run: @longs(i64 1) -> i64 12345
; run: @mixed(i32 1, double 2.0) -> double 14.5
; run: @floats(float 0.5) -> float 10.5
; run: @nothing(i32 3) -> i32 3
; run: @factorial(i32 10) -> i32 3628800
; run: @vectors(<4 x i32> <1, 2, 3, 4>) -> <4 x i32> <11, 22, 33, 44>
; run: @conditions(i32 6) -> i32 1
; check x8632 x8664 @factorial: call factorial
; check arm32 @factorial: bl factorial

@cell = internal global [4 x i8] zeroinitializer, align 4

define i32 @ints(i32 %a) {
  %b = add i32 %a, 1
  %r = call i32 @digits(i32 %a, i32 %b, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8)
  ret i32 %r
}
define internal i32 @digits(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g, i32 %h) {
  %a1 = mul i32 %a, 10
  %a2 = add i32 %a1, %b
  %b1 = mul i32 %a2, 10
  %b2 = add i32 %b1, %c
  %c1 = mul i32 %b2, 10
  %c2 = add i32 %c1, %d
  %d1 = mul i32 %c2, 10
  %d2 = add i32 %d1, %e
  %e1 = mul i32 %d2, 10
  %e2 = add i32 %e1, %f
  %f1 = mul i32 %e2, 10
  %f2 = add i32 %f1, %g
  %g1 = mul i32 %f2, 10
  %g2 = add i32 %g1, %h
  ret i32 %g2
}
define i64 @longs(i64 %a) {
  %r = call i64 @long_digits(i64 %a, i32 2, i64 3, i32 4, i64 5)
  ret i64 %r
}
define internal i64 @long_digits(i64 %a, i32 %b, i64 %c, i32 %d, i64 %e) {
  %b0 = zext i32 %b to i64
  %d0 = zext i32 %d to i64
  %a1 = mul i64 %a, 10
  %a2 = add i64 %a1, %b0
  %b1 = mul i64 %a2, 10
  %b2 = add i64 %b1, %c
  %c1 = mul i64 %b2, 10
  %c2 = add i64 %c1, %d0
  %d1 = mul i64 %c2, 10
  %d2 = add i64 %d1, %e
  ret i64 %d2
}
define double @mixed(i32 %a, double %b) {
  %r = call double @mix(i32 %a, double %b, float 1.5, i64 10)
  ret double %r
}
define internal double @mix(i32 %a, double %b, float %c, i64 %d) {
  %a0 = sitofp i32 %a to double
  %c0 = fpext float %c to double
  %d0 = sitofp i64 %d to double
  %s = fadd double %a0, %b
  %t = fadd double %s, %c0
  %r = fadd double %t, %d0
  ret double %r
}
define float @floats(float %a) {
  %r = call float @sum(float %a, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 1.0, float 2.0)
  ret float %r
}
define internal float @sum(float %a, float %b, float %c, float %d, float %e, float %f, float %g, float %h, float %i, float %j) {
  %s1 = fadd float %a, %b
  %s2 = fadd float %s1, %c
  %s3 = fadd float %s2, %d
  %s4 = fadd float %s3, %e
  %s5 = fadd float %s4, %f
  %s6 = fadd float %s5, %g
  %s7 = fadd float %s6, %h
  %s8 = fadd float %s7, %i
  %s9 = fadd float %s8, %j
  ret float %s9
}
define i32 @nothing(i32 %a) {
  call void @store(i32 %a)
  %p = bitcast [4 x i8]* @cell to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define internal void @store(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %a, i32* %p, align 1
  ret void
}
define i32 @factorial(i32 %n) {
  %c = icmp ult i32 %n, 2
  br i1 %c, label %one, label %more
one:
  ret i32 1
more:
  %m = sub i32 %n, 1
  %f = call i32 @factorial(i32 %m)
  %r = mul i32 %n, %f
  ret i32 %r
}
define <4 x i32> @vectors(<4 x i32> %a) {
  %r = call <4 x i32> @add_ten_times(<4 x i32> %a, <4 x i32> %a)
  ret <4 x i32> %r
}
define internal <4 x i32> @add_ten_times(<4 x i32> %a, <4 x i32> %b) {
  %t = insertelement <4 x i32> undef, i32 10, i32 0
  %t1 = insertelement <4 x i32> %t, i32 10, i32 1
  %t2 = insertelement <4 x i32> %t1, i32 10, i32 2
  %t3 = insertelement <4 x i32> %t2, i32 10, i32 3
  %m = mul <4 x i32> %b, %t3
  %r = add <4 x i32> %a, %m
  ret <4 x i32> %r
}
; Two functions that call each other.
define i32 @conditions(i32 %n) {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %zero, label %more
zero:
  ret i32 1
more:
  %m = sub i32 %n, 1
  %r = call i32 @odd(i32 %m)
  ret i32 %r
}
define internal i32 @odd(i32 %n) {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %zero, label %more
zero:
  ret i32 0
more:
  %m = sub i32 %n, 1
  %r = call i32 @conditions(i32 %m)
  ret i32 %r
}
