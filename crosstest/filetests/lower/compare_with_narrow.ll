; An operation of 64 bits is compared with an extended number: its upper half with zero, and its lower half where that is equal. The flags
; of a comparison under a condition are still the ones before where the condition does not hold, so that who asks for the carry asks both. (On
; ARM an operation that set the flags itself left the carry of something else; Lua's test suite found it.)
; run: @below(i64 -4294967296, i64 -1, i32 5) -> i32 0
; run: @below(i64 4294967297, i64 4294967297, i32 5) -> i32 0
; run: @below(i64 4, i64 -1, i32 5) -> i32 1
; run: @below(i64 6, i64 6, i32 5) -> i32 0
; run: @least(i64 4294967296, i64 -1, i32 9) -> i32 1
; run: @least(i64 8, i64 -1, i32 9) -> i32 0
; run: @least(i64 9, i64 -1, i32 9) -> i32 1
; run: @after(i64 1, i64 4294967296, i32 7) -> i32 12
; run: @after(i64 1, i64 1, i32 7) -> i32 11
; run: @sum(i64 4294967295, i64 1, i32 -1) -> i32 0
; run: @sum(i64 1, i64 1, i32 3) -> i32 1
; run: @difference(i64 0, i64 1, i32 -1) -> i32 0
; run: @difference(i64 5, i64 3, i32 -1) -> i32 1
define i32 @below(i64 %a, i64 %b, i32 %n) {
  %x = and i64 %a, %b
  %w = zext i32 %n to i64
  %c = icmp ult i64 %x, %w
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @least(i64 %a, i64 %b, i32 %n) {
  %x = and i64 %a, %b
  %w = zext i32 %n to i64
  %c = icmp uge i64 %x, %w
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @after(i64 %a, i64 %b, i32 %n) {
entry:
  ; The carry that is left here is another than the comparison's.
  %s = sub i64 %b, %a
  %o = or i64 %s, 4294967296
  %x = and i64 %o, %b
  %w = zext i32 %n to i64
  %c = icmp uge i64 %x, %w
  br i1 %c, label %more, label %less
more:
  ret i32 12
less:
  ret i32 11
}
define i32 @sum(i64 %a, i64 %b, i32 %n) {
  %x = add i64 %a, %b
  %w = zext i32 %n to i64
  %c = icmp ult i64 %x, %w
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @difference(i64 %a, i64 %b, i32 %n) {
  %x = sub i64 %a, %b
  %w = zext i32 %n to i64
  %c = icmp ult i64 %x, %w
  %r = zext i1 %c to i32
  ret i32 %r
}
