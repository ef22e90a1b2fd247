; On x86 the carry flag that a comparison leaves is added to what its truth value is added to, or subtracted.
; recipes: O2
; run: @below(i32 3, i32 5, i32 10) -> i32 11
; run: @below(i32 5, i32 5, i32 10) -> i32 10
; check x8632 x8664 @below: adc
; check-not x8632 x8664 @below: set
; run: @above(i32 3, i32 5, i32 10) -> i32 10
; run: @above(i32 6, i32 5, i32 10) -> i32 11
; check x8632 x8664 @above: adc
; run: @at_least(i32 5, i32 10) -> i32 11
; run: @at_least(i32 4, i32 10) -> i32 10
; run: @at_least(i32 -1, i32 10) -> i32 11
; check x8632 x8664 @at_least: sbb
; check-not x8632 x8664 @at_least: set
; run: @at_most(i32 5, i32 10) -> i32 9
; run: @at_most(i32 6, i32 10) -> i32 10
; check x8632 x8664 @at_most: sbb
; run: @zeros(i32 0, i32 10) -> i32 11
; run: @zeros(i32 7, i32 10) -> i32 10
; check x8632 x8664 @zeros: adc
; run: @others(i32 0, i32 10) -> i32 10
; run: @others(i32 7, i32 10) -> i32 9
; check x8632 x8664 @others: adc
; run: @bytes(i32 511, i32 255, i32 10) -> i32 10
; run: @bytes(i32 256, i32 255, i32 10) -> i32 11
; check x8632 x8664 @bytes: adc
; run: @not_less(double 2.0, double 2.0, i32 10) -> i32 11
; run: @not_less(double 1.0, double 2.0, i32 10) -> i32 10
; check x8632 x8664 @not_less: sbb
; run: @number_first(i32 0, i32 10) -> i32 10
; run: @number_first(i32 1, i32 10) -> i32 11
; check x8632 x8664 @number_first: sbb
; run: @number_at_least(i32 4, i32 10) -> i32 9
; run: @number_at_least(i32 5, i32 10) -> i32 10
; run: @symbols(i32 10) -> i32 11
; run: @negated(i32 3, i32 5, i32 10) -> i32 9
; check x8632 x8664 @negated: sbb
; run: @signed(i32 -3, i32 5, i32 10) -> i32 11
; check x8664 @signed: xor eax, eax
; check x8632 x8664 @signed: set
; check x8632 @signed: movzx
; edges: @below @above @at_least @at_most @zeros @others @bytes @not_less @number_first @number_at_least @negated @signed
define i32 @below(i32 %a, i32 %b, i32 %n) {
  %c = icmp ult i32 %a, %b
  %z = zext i1 %c to i32
  %s = add i32 %n, %z
  ret i32 %s
}
define i32 @above(i32 %a, i32 %b, i32 %n) {
  %c = icmp ugt i32 %a, %b
  %z = zext i1 %c to i32
  %s = add i32 %z, %n
  ret i32 %s
}
define i32 @at_least(i32 %a, i32 %n) {
  %c = icmp ugt i32 %a, 4
  %z = zext i1 %c to i32
  %s = add i32 %n, %z
  ret i32 %s
}
define i32 @at_most(i32 %a, i32 %n) {
  %c = icmp ule i32 %a, 5
  %z = zext i1 %c to i32
  %s = sub i32 %n, %z
  ret i32 %s
}
define i32 @zeros(i32 %a, i32 %n) {
  %c = icmp eq i32 %a, 0
  %z = zext i1 %c to i32
  %s = add i32 %n, %z
  ret i32 %s
}
define i32 @others(i32 %a, i32 %n) {
  %c = icmp ne i32 %a, 0
  %z = zext i1 %c to i32
  %s = sub i32 %n, %z
  ret i32 %s
}
define i32 @bytes(i32 %x, i32 %y, i32 %n) {
  %a = trunc i32 %x to i8
  %b = trunc i32 %y to i8
  %c = icmp ult i8 %a, %b
  %z = zext i1 %c to i32
  %s = add i32 %n, %z
  ret i32 %s
}
define i32 @not_less(double %a, double %b, i32 %n) {
  %c = fcmp oge double %a, %b
  %z = zext i1 %c to i32
  %s = add i32 %n, %z
  ret i32 %s
}
define i32 @number_first(i32 %a, i32 %n) {
  %c = icmp ult i32 0, %a
  %z = zext i1 %c to i32
  %s = add i32 %n, %z
  ret i32 %s
}
define i32 @number_at_least(i32 %a, i32 %n) {
  %c = icmp uge i32 4, %a
  %z = zext i1 %c to i32
  %s = sub i32 %n, %z
  ret i32 %s
}
@cell = internal global [4 x i8] zeroinitializer, align 4
define i32 @symbols(i32 %n) {
  %p = ptrtoint [4 x i8]* @cell to i32
  %c = icmp ult i32 %n, %p
  %z = zext i1 %c to i32
  %s = add i32 %n, %z
  %d = icmp ult i32 %p, %n
  %y = zext i1 %d to i32
  %t = add i32 %s, %y
  ret i32 %t
}
define i32 @negated(i32 %a, i32 %b, i32 %n) {
  %c = icmp ult i32 %a, %b
  %z = sext i1 %c to i32
  %s = add i32 %n, %z
  ret i32 %s
}
define i32 @signed(i32 %a, i32 %b, i32 %n) {
  %c = icmp slt i32 %a, %b
  %z = zext i1 %c to i32
  %s = add i32 %n, %z
  ret i32 %s
}
