; A call whose result is what a function returns becomes a jump at O3, if nothing of the function's frame can be in use afterwards.
; recipes: O3
; run: @passes_on(i32 3, i32 4) -> i32 304
; check x8632 x8664 @passes_on: jmp pair
; check arm32 @passes_on: b pair
; check mips32 @passes_on: j pair
; check-not x8664 @passes_on: push
; check-not arm32 mips32 @passes_on: sp
; check-not x8632 x8664 @keeps_object: jmp
; check arm32 @keeps_object: bl reads
; check mips32 @keeps_object: jal reads
; check x8632 x8664 @keeps_object: call reads
; run: @swaps(i32 3, i32 4) -> i32 403
; run: @turns(i32 1, i32 2, i32 3) -> i32 231
; run: @less(i32 7) -> i32 700
; run: @counts(i32 5, i32 0) -> i32 15
; run: @is_even(i32 7) -> i32 0
; run: @is_even(i32 8) -> i32 1
; run: @through(i32 2, i32 9) -> i32 209
; run: @after_calls(i32 3, i32 4) -> i32 120703
; run: @keeps_object(i32 5) -> i32 6
; run: @drops(i32 5)
; run: @wide(i64 4294967297, i64 3) -> i64 -4294967294
; run: @real(double 3.0, double 4.0) -> double -1.0
; run: @few(i32 1) -> i32 4321
; run: @mixed(i32 2, double 3.5) -> double 7.0
@table = internal global [4 x i8] zeroinitializer, align 4
define internal i32 @pair(i32 %a, i32 %b) {
entry:
  %h = mul i32 %a, 100
  %r = add i32 %h, %b
  ret i32 %r
}
define i32 @passes_on(i32 %a, i32 %b) {
entry:
  %r = call i32 @pair(i32 %a, i32 %b)
  ret i32 %r
}
; Each lies where the other one goes.
define i32 @swaps(i32 %a, i32 %b) {
entry:
  %r = call i32 @pair(i32 %b, i32 %a)
  ret i32 %r
}
define internal i32 @three(i32 %a, i32 %b, i32 %c) {
entry:
  %h = mul i32 %a, 10
  %i = add i32 %h, %b
  %j = mul i32 %i, 10
  %r = add i32 %j, %c
  ret i32 %r
}
define i32 @turns(i32 %a, i32 %b, i32 %c) {
entry:
  %r = call i32 @three(i32 %b, i32 %c, i32 %a)
  ret i32 %r
}
; More than the caller has room for.
define i32 @less(i32 %a) {
entry:
  %r = call i32 @pair(i32 %a, i32 0)
  ret i32 %r
}
define internal i32 @counts(i32 %n, i32 %sum) {
entry:
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %s = add i32 %sum, %n
  %r = call i32 @counts(i32 %m, i32 %s)
  ret i32 %r
end:
  ret i32 %sum
}
define i32 @is_even(i32 %n) {
entry:
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @is_odd(i32 %m)
  ret i32 %r
end:
  ret i32 1
}
define i32 @is_odd(i32 %n) {
entry:
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call i32 @is_even(i32 %m)
  ret i32 %r
end:
  ret i32 0
}
; The address is in memory that an argument is passed in.
define i32 @through(i32 %a, i32 %b) {
entry:
  %p = bitcast [4 x i8]* @table to i32*
  %at = ptrtoint i32 (i32, i32)* @pair to i32
  store i32 %at, i32* %p, align 1
  %f = load i32* %p, align 1
  %g = inttoptr i32 %f to i32 (i32, i32)*
  %r = call i32 %g(i32 %a, i32 %b)
  ret i32 %r
}
; Registers that calls keep are restored, and so is where to return to.
define i32 @after_calls(i32 %a, i32 %b) {
entry:
  %x = call i32 @three(i32 %a, i32 %b, i32 1)
  %y = call i32 @three(i32 %b, i32 %a, i32 2)
  %d = sub i32 %y, %x
  %e = mul i32 %d, 13
  %f = sub i32 %e, 22
  %s = add i32 %a, %b
  %t = mul i32 %s, 100
  %u = add i32 %t, %a
  %v = sub i32 %f, %f
  %w = add i32 %v, 1200
  %q = call i32 @three(i32 %v, i32 %v, i32 %u)
  %r = call i32 @pair(i32 %w, i32 %q)
  ret i32 %r
}
define internal i32 @reads(i32 %at, i32 %b) {
entry:
  %o = alloca i8, i32 16, align 4
  %q = bitcast i8* %o to i32*
  store i32 %b, i32* %q, align 1
  %p = inttoptr i32 %at to i32*
  %v = load i32* %p, align 1
  %w = load i32* %q, align 1
  %r = add i32 %v, %w
  ret i32 %r
}
; What the callee reads is in the frame.
define i32 @keeps_object(i32 %a) {
entry:
  %o = alloca i8, i32 4, align 4
  %p = bitcast i8* %o to i32*
  store i32 %a, i32* %p, align 1
  %at = ptrtoint i8* %o to i32
  %r = call i32 @reads(i32 %at, i32 1)
  ret i32 %r
}
define internal double @half(double %a) {
entry:
  %r = fmul double %a, 0.5
  ret double %r
}
; A result that nobody wants.
define void @drops(i32 %a) {
entry:
  %d = sitofp i32 %a to double
  %r = call double @half(double %d)
  ret void
}
define internal i64 @difference(i64 %a, i64 %b) {
entry:
  %r = sub i64 %a, %b
  ret i64 %r
}
define i64 @wide(i64 %a, i64 %b) {
entry:
  %r = call i64 @difference(i64 %b, i64 %a)
  ret i64 %r
}
define internal double @minus(double %a, double %b) {
entry:
  %r = fsub double %a, %b
  ret double %r
}
define double @real(double %a, double %b) {
entry:
  %r = call double @minus(double %a, double %b)
  ret double %r
}
define internal i32 @many(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g) {
entry:
  %x = call i32 @three(i32 %d, i32 %c, i32 %b)
  %y = mul i32 %x, 10
  %r = add i32 %y, %a
  ret i32 %r
}
; On the stack, on every machine.
define i32 @few(i32 %a) {
entry:
  %r = call i32 @many(i32 %a, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7)
  ret i32 %r
}
define internal double @scale(double %a, i32 %n) {
entry:
  %d = sitofp i32 %n to double
  %r = fmul double %a, %d
  ret double %r
}
define double @mixed(i32 %n, double %a) {
entry:
  %r = call double @scale(double %a, i32 %n)
  ret double %r
}
