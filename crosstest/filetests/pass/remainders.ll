; Remainders that are only compared with a constant, without dividing.
; run: @odd(i32 0) -> i32 1
; run: @odd(i32 7) -> i32 1
; run: @odd(i32 8) -> i32 0
; run: @odd(i32 -4) -> i32 1
; run: @odd(i32 -1) -> i32 0
; check-not x8664/O2 x8632/O2 @odd: edx
; check-not arm32/O2 @odd: umull
; check-not mips32/O2 @odd: multu
define i32 @odd(i32 %x) {
  %r = urem i32 %x, 7
  %c = icmp eq i32 %r, 0
  %z = zext i1 %c to i32
  ret i32 %z
}
; run: @rest(i32 5) -> i32 0
; run: @rest(i32 16) -> i32 0
; run: @rest(i32 15) -> i32 1
; run: @rest(i32 -1) -> i32 1
; run: @rest(i32 -8) -> i32 1
; run: @rest(i32 -10) -> i32 0
; run: @rest(i32 4) -> i32 1
; run: @rest(i32 -6) -> i32 1
define i32 @rest(i32 %x) {
  %r = urem i32 %x, 11
  %c = icmp ne i32 %r, 5
  %z = zext i1 %c to i32
  ret i32 %z
}
; run: @signed(i32 0) -> i32 3
; run: @signed(i32 9) -> i32 3
; run: @signed(i32 -9) -> i32 3
; run: @signed(i32 10) -> i32 4
; run: @signed(i32 -8) -> i32 4
; run: @signed(i32 2147483646) -> i32 3
; run: @signed(i32 2147483647) -> i32 4
; run: @signed(i32 -2147483648) -> i32 4
; run: @signed(i32 -2147483646) -> i32 3
define i32 @signed(i32 %x) {
  %r = srem i32 %x, -3
  %c = icmp eq i32 %r, 0
  %z = select i1 %c, i32 3, i32 4
  ret i32 %z
}
; Of a negative number the rest is negative, or zero.
; run: @positive(i32 5) -> i32 1
; run: @positive(i32 -5) -> i32 0
; run: @positive(i32 -2) -> i32 0
; run: @positive(i32 2147483647) -> i32 0
; run: @positive(i32 2147483645) -> i32 1
; run: @positive(i32 -2147483648) -> i32 0
; run: @positive(i32 -4) -> i32 0
define i32 @positive(i32 %x) {
  %r = srem i32 %x, 3
  %c = icmp eq i32 %r, 2
  %z = zext i1 %c to i32
  ret i32 %z
}
; run: @negative(i32 -5) -> i32 1
; run: @negative(i32 5) -> i32 0
define i32 @negative(i32 %x) {
  %r = srem i32 %x, 3
  %c = icmp eq i32 %r, -2
  %z = zext i1 %c to i32
  ret i32 %z
}
; No rest is as large as the divisor.
; run: @never(i32 7) -> i32 0
define i32 @never(i32 %x) {
  %r = urem i32 %x, 7
  %c = icmp eq i32 %r, 7
  %z = zext i1 %c to i32
  ret i32 %z
}
; run: @wide(i64 0) -> i32 1
; run: @wide(i64 -1) -> i32 1
; run: @wide(i64 -2) -> i32 0
; run: @wide(i64 4294967297) -> i32 0
; run: @wide(i64 21474836485) -> i32 1
; run: @wide(i64 21474836480) -> i32 1
define i32 @wide(i64 %x) {
  %r = urem i64 %x, 5
  %c = icmp eq i64 %r, 0
  %z = zext i1 %c to i32
  ret i32 %z
}
; run: @wide_signed(i64 -9223372036854775808) -> i32 0
; run: @wide_signed(i64 -9223372036854775807) -> i32 1
; run: @wide_signed(i64 9223372036854775807) -> i32 1
; run: @wide_signed(i64 9223372036854775806) -> i32 0
; run: @wide_signed(i64 -7) -> i32 1
; run: @wide_signed(i64 -6) -> i32 0
define i32 @wide_signed(i64 %x) {
  %r = srem i64 %x, 7
  %c = icmp eq i64 %r, 0
  %z = zext i1 %c to i32
  ret i32 %z
}
; Even divisors.
; run: @even(i32 12) -> i32 1
; run: @even(i32 -4) -> i32 1
; run: @even(i32 9) -> i32 0
define i32 @even(i32 %x) {
  %r = urem i32 %x, 6
  %c = icmp eq i32 %r, 0
  %z = zext i1 %c to i32
  ret i32 %z
}
; run: @even_signed(i32 12) -> i32 1
; run: @even_signed(i32 -12) -> i32 1
; run: @even_signed(i32 -2147483648) -> i32 0
; run: @even_signed(i32 -2147483640) -> i32 1
; run: @even_signed(i32 2147483640) -> i32 1
; run: @even_signed(i32 2147483646) -> i32 0
; run: @even_signed(i32 6) -> i32 0
; run: @even_signed(i32 -14) -> i32 0
define i32 @even_signed(i32 %x) {
  %r = srem i32 %x, 28
  %c = icmp eq i32 %r, 0
  %s = srem i32 %x, 12
  %d = icmp eq i32 %s, 0
  %e = or i1 %c, %d
  %z = zext i1 %e to i32
  ret i32 %z
}
; run: @even_rest(i32 27) -> i32 1
; run: @even_rest(i32 -5) -> i32 0
; run: @even_rest(i32 7) -> i32 1
; run: @even_rest(i32 17) -> i32 1
; run: @even_rest(i32 2147483647) -> i32 1
; run: @even_rest(i32 -3) -> i32 0
; run: @even_rest(i32 2147483646) -> i32 0
define i32 @even_rest(i32 %x) {
  %r = srem i32 %x, 10
  %c = icmp eq i32 %r, 7
  %z = zext i1 %c to i32
  ret i32 %z
}
; Narrow numbers and remainders that others ask for stay.
; run: @narrow(i32 0) -> i32 1
; run: @narrow(i32 253) -> i32 0
; run: @narrow(i32 252) -> i32 1
define i32 @narrow(i32 %x) {
  %b = trunc i32 %x to i8
  %r = urem i8 %b, 7
  %c = icmp eq i8 %r, 0
  %z = zext i1 %c to i32
  ret i32 %z
}
; run: @both(i32 15) -> i32 1
; run: @both(i32 14) -> i32 7
define i32 @both(i32 %x) {
  %r = urem i32 %x, 7
  %c = icmp eq i32 %r, 0
  %z = select i1 %c, i32 7, i32 %r
  ret i32 %z
}
