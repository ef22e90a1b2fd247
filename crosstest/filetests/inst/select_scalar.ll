; Select between scalars: by a condition, by a constant, by an argument.
; run: @i1(i32 1, i32 1, i32 0) -> i32 1
; run: @i1(i32 0, i32 1, i32 0) -> i32 0
; run: @i1(i32 2, i32 1, i32 0) -> i32 0
; run: @i8(i32 1, i32 100, i32 -100) -> i32 100
; run: @i8(i32 0, i32 100, i32 -100) -> i32 -100
; run: @i8(i32 2, i32 100, i32 -100) -> i32 -100
; run: @i16(i32 1, i32 1000, i32 -1000) -> i32 1000
; run: @i16(i32 0, i32 1000, i32 -1000) -> i32 -1000
; run: @i16(i32 2, i32 1000, i32 -1000) -> i32 -1000
; run: @i32(i32 1, i32 5, i32 -2147483648) -> i32 5
; run: @i32(i32 0, i32 5, i32 -2147483648) -> i32 -2147483648
; run: @i32(i32 2, i32 5, i32 -2147483648) -> i32 -2147483648
; run: @i64(i32 1, i64 9223372036854775807, i64 -1) -> i64 9223372036854775807
; run: @i64(i32 0, i64 9223372036854775807, i64 -1) -> i64 -1
; run: @i64(i32 2, i64 9223372036854775807, i64 -1) -> i64 -1
; run: @float(i32 1, float 1.5, float -inf) -> float 1.5
; run: @float(i32 0, float 1.5, float -inf) -> float -inf
; run: @float(i32 2, float 1.5, float -inf) -> float -inf
; run: @double(i32 1, double -0.0, double 3.25) -> double -0.0
; run: @double(i32 0, double -0.0, double 3.25) -> double 3.25
; run: @double(i32 2, double -0.0, double 3.25) -> double 3.25
; run: @compared(i32 3, i32 4) -> i32 3
; run: @compared(i32 -3, i32 4) -> i32 -3
; run: @compared(i32 5, i32 4) -> i32 4
; run: @constant(i32 7) -> i32 7
; check x8632 x8664 @compared: cmov
; check arm32 @compared: cmp

define i32 @i1(i32 %n, i32 %a, i32 %b) {
  %c = trunc i32 %n to i1
  %x = trunc i32 %a to i1
  %y = trunc i32 %b to i1
  %z = select i1 %c, i1 %x, i1 %y
  %r = zext i1 %z to i32
  ret i32 %r
}
define i32 @i8(i32 %n, i32 %a, i32 %b) {
  %c = trunc i32 %n to i1
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %z = select i1 %c, i8 %x, i8 %y
  %r = sext i8 %z to i32
  ret i32 %r
}
define i32 @i16(i32 %n, i32 %a, i32 %b) {
  %c = trunc i32 %n to i1
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %z = select i1 %c, i16 %x, i16 %y
  %r = sext i16 %z to i32
  ret i32 %r
}
define i32 @i32(i32 %n, i32 %a, i32 %b) {
  %c = trunc i32 %n to i1
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i64 @i64(i32 %n, i64 %a, i64 %b) {
  %c = trunc i32 %n to i1
  %r = select i1 %c, i64 %a, i64 %b
  ret i64 %r
}
define float @float(i32 %n, float %a, float %b) {
  %c = trunc i32 %n to i1
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define double @double(i32 %n, double %a, double %b) {
  %c = trunc i32 %n to i1
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @compared(i32 %a, i32 %b) {
  %c = icmp slt i32 %a, %b
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @constant(i32 %a) {
  %r = select i1 true, i32 %a, i32 0
  ret i32 %r
}
