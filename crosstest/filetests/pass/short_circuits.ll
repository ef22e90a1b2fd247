; What stands behind the operand that decides late, and is used elsewhere, stays before the early branch.
; run: @stays(i32 0, i32 9) -> i32 9
; run: @stays(i32 6, i32 9) -> i32 12
; run: @stays(i32 7, i32 9) -> i32 19
; run: @stays(i32 -2, i32 9) -> i32 8
; check-not x8664/O2 x8632/O2 @stays: set
define i32 @stays(i32 %x, i32 %y) {
entry:
  %a = icmp eq i32 %x, 0
  %m = and i32 %x, 3
  %b = icmp eq i32 %m, 2
  %h = ashr i32 %x, 1
  %t = or i1 %a, %b
  %s = add i32 %h, %y
  br i1 %t, label %yes, label %no
yes:
  ret i32 %s
no:
  %r = add i32 %s, %x
  ret i32 %r
}
; Both operands are used elsewhere: there is nothing to leave out.
; run: @both(i32 0, i32 9) -> i32 1
; run: @both(i32 2, i32 0) -> i32 2
; run: @both(i32 2, i32 9) -> i32 100
define i32 @both(i32 %x, i32 %y) {
entry:
  %a = icmp eq i32 %x, 0
  %b = icmp eq i32 %y, 0
  %p = zext i1 %a to i32
  %q = zext i1 %b to i32
  %d = add i32 %q, %q
  %e = add i32 %p, %d
  %t = or i1 %a, %b
  br i1 %t, label %yes, label %no
yes:
  ret i32 %e
no:
  ret i32 100
}
; Of either operand the other one is not computed where the first decides: the product stands behind a branch.
; run: @either(i32 0, i32 9) -> i32 1
; run: @either(i32 5, i32 7) -> i32 1
; run: @either(i32 5, i32 9) -> i32 2
; run: @all(i32 0, i32 7) -> i32 2
; run: @all(i32 5, i32 7) -> i32 1
; run: @all(i32 5, i32 9) -> i32 2
; check x8632/O2 x8664/O2 @either: j
; check x8632/O2 x8664/O2 @either: imul
; check x8632/O2 x8664/O2 @all: j
; check x8632/O2 x8664/O2 @all: imul
; check arm32/O2 @either: b
; check arm32/O2 @either: mul
; check mips32/O2 @all: b
; check mips32/O2 @all: mul
define i32 @either(i32 %x, i32 %y) {
entry:
  %a = icmp eq i32 %x, 0
  %m = mul i32 %y, %y
  %b = icmp eq i32 %m, 49
  %t = or i1 %a, %b
  br i1 %t, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @all(i32 %x, i32 %y) {
entry:
  %a = icmp ne i32 %x, 0
  %m = mul i32 %y, %y
  %b = icmp eq i32 %m, 49
  %t = and i1 %a, %b
  br i1 %t, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
