; A mask of 64 bits that leaves bits of the lower half alone is one of 32 bits, on x86-64, or a copy.
; recipes: O2 O3
; run: @low(i64 -2, i64 3) -> i64 4294967297
; check-not x8664 @low: and
; run: @upper_bits(i64 -1) -> i64 4042322160
; check x8664 @upper_bits: and e
; run: @byte(i64 -1) -> i64 255
; run: @sign(i64 -1) -> i64 2147483648
; run: @is_zero(i64 -256) -> i32 1
; run: @is_zero(i64 513) -> i32 0
; run: @is_negative(i64 -1) -> i32 0
; run: @is_less(i64 -1) -> i32 0
; run: @beyond(i64 -1) -> i64 8589934591
; edges: @low @upper_bits @byte @sign @is_zero @is_negative @is_less @beyond
define i64 @low(i64 %x, i64 %y) {
  %a = and i64 %x, 4294967295
  %r = add i64 %a, %y
  ret i64 %r
}
define i64 @upper_bits(i64 %x) {
  %a = and i64 %x, 4042322160
  ret i64 %a
}
define i64 @byte(i64 %x) {
  %a = and i64 %x, 255
  ret i64 %a
}
define i64 @sign(i64 %x) {
  %a = and i64 %x, 2147483648
  ret i64 %a
}
; The flags are those of an operation of 32 bits.
define i32 @is_zero(i64 %x) {
  %a = and i64 %x, 255
  %b = add i64 %a, 0
  %c = icmp eq i64 %b, 0
  %z = select i1 %c, i32 1, i32 0
  ret i32 %z
}
define i32 @is_negative(i64 %x) {
  %a = and i64 %x, 4042322160
  %c = icmp slt i64 %a, 0
  %z = select i1 %c, i32 1, i32 0
  ret i32 %z
}
define i32 @is_less(i64 %x) {
  %a = and i64 %x, 2147483647
  %c = icmp slt i64 %a, 1
  %z = select i1 %c, i32 1, i32 0
  ret i32 %z
}
define i64 @beyond(i64 %x) {
  %a = and i64 %x, 8589934591
  ret i64 %a
}
