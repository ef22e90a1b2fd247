; On ARM a comparison is made where branches and selects ask for it, once more for each if something between them changes the flags; an
; operation, or a copy, answers the comparison of its result with zero itself.
; recipes: O2
; run: @twice(i32 1, i32 2, i64 5) -> i32 35
; run: @twice(i32 2, i32 1, i64 5) -> i32 79
; check arm32 @twice: cmp
; check-not arm32 @twice: tst
; run: @wide(i64 1, i64 4294967298, i64 10) -> i64 10
; run: @wide(i64 4294967298, i64 1, i64 10) -> i64 4294967297
; check arm32 @wide: sbc
; check arm32 @wide: cmp
; check-not arm32 @wide: tst
; run: @bit(i32 6, i64 9) -> i64 10
; run: @bit(i32 7, i64 9) -> i64 7
; run: @either(i32 0, i32 0) -> i32 1
; run: @either(i32 4, i32 1) -> i32 6
; check arm32 @either: orrs
; check-not arm32 @either: cmp
; run: @turned(i32 -1) -> i32 3
; run: @turned(i32 1) -> i32 -1
; check arm32 @turned: mvns
; run: @negative(i32 1, i32 3) -> i32 9
; run: @negative(i32 3, i32 1) -> i32 3
; check arm32 @negative: subs
; check arm32 @negative: bpl
; check-not arm32 @negative: cmp
; run: @least() -> i32 1
; run: @shifted(i32 15) -> i32 2
; run: @shifted(i32 16) -> i32 3
; check arm32 @shifted: lsrs
; run: @copied(i32 0) -> i32 5
; run: @copied(i32 7) -> i32 14
; check arm32 @copied: movs
; run: @made(i32 2, i32 3, i32 9) -> i32 313
; run: @made(i32 2, i32 5, i32 9) -> i32 414
; run: @made(i32 2, i32 5, i32 3) -> i32 424
; check-not arm32 @made: tst
; run: @at_least(i32 0) -> i32 7
; run: @at_least(i32 -1) -> i32 8
; run: @at_least(i32 5) -> i32 7
; run: @at_least(i32 -2147483648) -> i32 8
; edges: @made @at_least @twice @wide @bit @either @turned @negative @shifted @copied
define i32 @twice(i32 %a, i32 %b, i64 %w) {
  %c = icmp slt i32 %a, %b
  %s = add i64 %w, 4294967295
  %high = lshr i64 %s, 32
  %h = trunc i64 %high to i32
  %x = select i1 %c, i32 %h, i32 3
  %t = mul i64 %s, %s
  %u = add i64 %t, %w
  %l = trunc i64 %u to i32
  %y = select i1 %c, i32 10, i32 %l
  %z = add i32 %x, %y
  %r = select i1 %c, i32 24, i32 55
  %q = add i32 %z, %r
  ret i32 %q
}
define i64 @wide(i64 %a, i64 %b, i64 %w) {
  %c = icmp ult i64 %a, %b
  %s = sub i64 %a, %b
  %r = select i1 %c, i64 %w, i64 %s
  ret i64 %r
}
define i64 @bit(i32 %n, i64 %w) {
  %m = and i32 %n, 1
  %even = icmp eq i32 %m, 0
  %s = add i64 %w, 1
  %t = sub i64 %w, 2
  %x = select i1 %even, i64 %s, i64 %t
  %u = sub i64 %s, %x
  %y = select i1 %even, i64 %u, i64 0
  %r = add i64 %x, %y
  ret i64 %r
}
define i32 @either(i32 %a, i32 %b) {
  %o = or i32 %a, %b
  %none = icmp eq i32 %o, 0
  br i1 %none, label %yes, label %no
yes:
  ret i32 1
no:
  %r = add i32 %o, 1
  ret i32 %r
}
define i32 @turned(i32 %a) {
  %t = xor i32 %a, -1
  %none = icmp eq i32 %t, 0
  br i1 %none, label %yes, label %no
yes:
  ret i32 3
no:
  %r = add i32 %t, 1
  ret i32 %r
}
define i32 @negative(i32 %a, i32 %b) {
  %d = sub i32 %a, %b
  %less = icmp slt i32 %d, 0
  br i1 %less, label %yes, label %no
yes:
  %r = add i32 %d, 11
  ret i32 %r
no:
  %s = add i32 %d, 1
  ret i32 %s
}
; A difference that is out of range, and negative for it.
define i32 @least() {
  %r = call i32 @negative_only(i32 2147483647, i32 -1)
  ret i32 %r
}
define internal i32 @negative_only(i32 %a, i32 %b) {
  %d = sub i32 %a, %b
  %less = icmp slt i32 %d, 0
  br i1 %less, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 %d
}
define i32 @shifted(i32 %a) {
  %s = lshr i32 %a, 4
  %none = icmp eq i32 %s, 0
  br i1 %none, label %yes, label %no
yes:
  ret i32 2
no:
  %r = add i32 %s, 2
  ret i32 %r
}
define internal i32 @same(i32 %a) {
  ret i32 %a
}
define i32 @copied(i32 %a) {
  %b = call i32 @same(i32 %a)
  %none = icmp eq i32 %b, 0
  br i1 %none, label %yes, label %no
yes:
  ret i32 5
no:
  %c = call i32 @same(i32 %b)
  %r = add i32 %c, %b
  ret i32 %r
}
; What is compared is made right before, and for nothing else.
define i32 @made(i32 %a, i32 %b, i32 %d) {
  %x = mul i32 %a, %b
  %c = icmp ult i32 %x, 7
  %first = select i1 %c, i32 300, i32 400
  %e = icmp ugt i32 %d, 5
  %second = select i1 %e, i32 10, i32 20
  %third = select i1 %c, i32 3, i32 4
  %s = add i32 %first, %second
  %r = add i32 %s, %third
  ret i32 %r
}
define i32 @at_least(i32 %a) {
  %c = icmp sge i32 %a, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 7
no:
  ret i32 8
}
