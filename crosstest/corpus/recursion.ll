; Recursion: single, mutual, deep; without end it runs off the stack and traps.
; run: @factorial(i32 12) -> i32 479001600
; run: @factorial(i32 13) -> i32 1932053504
; run: @ackermann(i32 2, i32 9) -> i32 21
; run: @parity(i32 1000) -> i32 1
; run: @parity(i32 7) -> i32 0
; run: @deep_sum(i32 1000, i64 0, double 0.0) -> i64 253000
; run: @for_ever(i32 0) -> traps
; edges: @parity

define i32 @factorial(i32 %n) {
entry:
  %c = icmp ult i32 %n, 2
  br i1 %c, label %one, label %more
one:
  ret i32 1
more:
  %m = sub i32 %n, 1
  %f = call i32 @factorial(i32 %m)
  %r = mul i32 %f, %n
  ret i32 %r
}
define i32 @ackermann(i32 %m, i32 %n) {
entry:
  %c = icmp eq i32 %m, 0
  br i1 %c, label %base, label %step
base:
  %b = add i32 %n, 1
  ret i32 %b
step:
  %m1 = sub i32 %m, 1
  %d = icmp eq i32 %n, 0
  br i1 %d, label %zero, label %deep
zero:
  %z = call i32 @ackermann(i32 %m1, i32 1)
  ret i32 %z
deep:
  %n1 = sub i32 %n, 1
  %i = call i32 @ackermann(i32 %m, i32 %n1)
  %r = call i32 @ackermann(i32 %m1, i32 %i)
  ret i32 %r
}
define internal i32 @even(i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %yes, label %more
yes:
  ret i32 1
more:
  %m = sub i32 %n, 1
  %r = call i32 @odd(i32 %m)
  ret i32 %r
}
define internal i32 @odd(i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %no, label %more
no:
  ret i32 0
more:
  %m = sub i32 %n, 1
  %r = call i32 @even(i32 %m)
  ret i32 %r
}
define i32 @parity(i32 %n) {
  %m = and i32 %n, 1023
  %r = call i32 @even(i32 %m)
  ret i32 %r
}
define i64 @deep_sum(i32 %n, i64 %a, double %b) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %more
end:
  ret i64 %a
more:
  %m = sub i32 %n, 1
  %x = add i64 %a, 3
  %y = fadd double %b, 0.5
  %s = call i64 @deep_sum(i32 %m, i64 %x, double %y)
  %t = fptosi double %y to i64
  %r = add i64 %s, %t
  ret i64 %r
}
define i32 @for_ever(i32 %n) {
  %m = add i32 %n, 1
  %r = call i32 @for_ever(i32 %m)
  %s = add i32 %r, 1
  ret i32 %s
}
