; Simplifications that a mistake would make wrong for some operands only.
; run: @shift_sum(i32 -5) -> i32 -1
; run: @shift_sum(i32 0x40000000) -> i32 0
; run: @extended_compare(i32 200) -> i32 0
; run: @extended_compare(i32 99) -> i32 1
; run: @negated_select(i32 1, i32 7) -> i32 7
; run: @negated_select(i32 7, i32 1) -> i32 107
; run: @negated_compare(double nan, double 1.0) -> i32 1
; run: @negated_compare(double 2.0, double 1.0) -> i32 0
; run: @folded_shift() -> i32 -16
; run: @signed_division(i32 -20) -> i32 -5
; run: @masked_remainder(i32 64) -> i32 0
; run: @masked_remainder(i32 -1) -> i32 63
; run: @extended_load(i32 0) -> i32 0
; run: @extended_load(i32 1) -> i32 1
; run: @negated_truth(i32 1, i32 7) -> i32 7
; run: @negated_truth(i32 2, i32 7) -> i32 102
; run: @signs(i16 -3) -> i32 -1
; run: @signs(i16 300) -> i32 0
; run: @word_signs(i32 -3) -> i32 -1
; run: @some_signs(i32 -3) -> i8 -1
; run: @some_signs(i32 2147483647) -> i8 63
; run: @signs_and_more(i32 -2) -> i64 4294967292
; check arm32 @signs: asr

@bytes = internal global [2 x i8] c"\C8c"

define i32 @shift_sum(i32 %a) {
  %x = ashr i32 %a, 20
  %y = ashr i32 %x, 17
  ret i32 %y
}
define i32 @extended_compare(i32 %a) {
  %b = trunc i32 %a to i8
  %x = zext i8 %b to i32
  %c = icmp slt i32 %x, 100
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @negated_select(i32 %a, i32 %b) {
  %c = icmp slt i32 %a, %b
  %n = xor i1 %c, true
  %x = add i32 %a, 100
  %s = select i1 %n, i32 %x, i32 %b
  ret i32 %s
}
define i32 @negated_compare(double %a, double %b) {
  %c = fcmp oge double %a, %b
  %n = xor i1 %c, true
  %r = zext i1 %n to i32
  ret i32 %r
}
define i32 @folded_shift() {
  %x = ashr i32 -64, 2
  ret i32 %x
}
define i32 @signed_division(i32 %a) {
  %r = sdiv i32 %a, 4
  ret i32 %r
}
define i32 @masked_remainder(i32 %a) {
  %r = urem i32 %a, 64
  ret i32 %r
}
define i32 @extended_load(i32 %i) {
  %b = ptrtoint [2 x i8]* @bytes to i32
  %a = add i32 %b, %i
  %p = inttoptr i32 %a to i8*
  %v = load i8* %p, align 1
  %x = zext i8 %v to i32
  %c = icmp slt i32 %x, 100
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @negated_truth(i32 %a, i32 %b) {
  %c = trunc i32 %a to i1
  %n = xor i1 %c, true
  %x = add i32 %a, 100
  %s = select i1 %n, i32 %x, i32 %b
  ret i32 %s
}
; What is cut out of an extended integer is nothing but its signs.
define i32 @signs(i16 %x) {
  %w = sext i16 %x to i64
  %h = lshr i64 %w, 32
  %r = trunc i64 %h to i32
  ret i32 %r
}
define i32 @word_signs(i32 %x) {
  %w = sext i32 %x to i64
  %h = ashr i64 %w, 40
  %r = trunc i64 %h to i32
  ret i32 %r
}
; Here it is not.
define i8 @some_signs(i32 %x) {
  %w = sext i32 %x to i64
  %h = lshr i64 %w, 25
  %r = trunc i64 %h to i8
  ret i8 %r
}
define i64 @signs_and_more(i32 %x) {
  %w = sext i32 %x to i64
  %h = lshr i64 %w, 32
  %r = trunc i64 %h to i32
  %z = zext i32 %r to i64
  %t = add i64 %w, %z
  %u = sub i64 %t, 1
  ret i64 %u
}
