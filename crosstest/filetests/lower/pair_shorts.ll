; 64-bit comparisons that one instruction decides, differences from numbers, and selects of numbers.
; recipes: O2
; run: @odd(i64 81985529216486895) -> i32 7
; run: @odd(i64 81985529216486894) -> i32 9
; run: @less(i32 -1, i32 1) -> i32 0
; run: @less(i32 1, i32 -1) -> i32 1
; run: @nothing(i64 4294967296) -> i32 0
; run: @nothing(i64 1) -> i32 0
; run: @nothing(i64 0) -> i32 1
; run: @negative(i64 -4294967296) -> i32 1
; run: @negative(i64 4294967295) -> i32 0
; run: @negated(i64 1) -> i64 -1
; run: @negated(i64 4294967296) -> i64 -4294967296
; run: @from_ten(i64 11) -> i64 -1
; run: @chosen(i64 3, i64 5) -> i64 4294967299
; run: @chosen(i64 6, i64 5) -> i64 -1
; check arm32 @odd: ands
; check-not arm32 @odd: cmpeq
; check arm32 @less: cmp
; check-not arm32 @less: sbcs
; check arm32 @nothing: orrs
; check-not arm32 @nothing: cmp
; check arm32 @negative: cmp ... #0
; check-not arm32 @negative: sbcs
; check arm32 @negated: rsbs ... #0
; check arm32 @negated: rsc ... #0
; check arm32 @chosen: mvn
define i32 @odd(i64 %x) {
  %bit = and i64 %x, 1
  %is = icmp ne i64 %bit, 0
  %r = select i1 %is, i32 7, i32 9
  ret i32 %r
}
define i32 @less(i32 %a, i32 %b) {
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %c = icmp slt i64 %x, %y
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @nothing(i64 %x) {
  %c = icmp eq i64 %x, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @negative(i64 %x) {
  %c = icmp slt i64 %x, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i64 @negated(i64 %x) {
  %r = sub i64 0, %x
  ret i64 %r
}
define i64 @from_ten(i64 %x) {
  %r = sub i64 10, %x
  ret i64 %r
}
define i64 @chosen(i64 %x, i64 %y) {
  %c = icmp ugt i64 %x, %y
  %r = select i1 %c, i64 -1, i64 4294967299
  ret i64 %r
}
