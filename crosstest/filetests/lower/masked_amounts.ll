; A mask of an amount that does what shifts do anyway goes, on x86 and MIPS; on ARM they look at a byte.
; recipes: O2 O3
; run: @modulo(i32 -5, i32 37) -> i32 -160
; check-not x8632 x8664 mips32 @modulo: and
; check arm32 @modulo: and
; run: @more(i32 -5, i32 37) -> i32 134217727
; check-not x8632 x8664 mips32 @more: and
; run: @negated(i32 3, i32 31) -> i32 6
; check-not x8632 x8664 mips32 @negated: and
; run: @less(i32 -5, i32 21) -> i32 -160
; check x8632 x8664 arm32 mips32 @less: and
; run: @byte(i8 77, i8 9) -> i8 -102
; check x8632 x8664 arm32 mips32 @byte: and
; run: @wide(i64 -5, i64 68) -> i64 -80
; check-not x8664 @wide: and
; run: @wide_less(i64 -5, i64 36) -> i64 -80
; check x8664 mips32 @wide_less: and
; run: @used(i32 -5, i32 37) -> i32 -155
; run: @carried(i32 30) -> i32 -1073741823
; run: @loaded() -> i32 2560
; edges: @modulo @more @negated @less @byte @wide @wide_less @used
@amount = internal global i32 41, align 4
define i32 @modulo(i32 %x, i32 %n) {
  %m = and i32 %n, 31
  %r = shl i32 %x, %m
  ret i32 %r
}
define i32 @more(i32 %x, i32 %n) {
  %m = and i32 %n, 63
  %low = and i32 %m, 31
  %r = lshr i32 %x, %low
  ret i32 %r
}
define i32 @negated(i32 %x, i32 %n) {
  %minus = sub i32 0, %n
  %m = and i32 %minus, 31
  %r = shl i32 %x, %m
  ret i32 %r
}
define i32 @less(i32 %x, i32 %n) {
  %m = and i32 %n, 15
  %r = shl i32 %x, %m
  ret i32 %r
}
define i8 @byte(i8 %x, i8 %n) {
  %m = and i8 %n, 7
  %r = shl i8 %x, %m
  ret i8 %r
}
define i64 @wide(i64 %x, i64 %n) {
  %m = and i64 %n, 63
  %r = shl i64 %x, %m
  ret i64 %r
}
define i64 @wide_less(i64 %x, i64 %n) {
  %m = and i64 %n, 31
  %r = shl i64 %x, %m
  ret i64 %r
}
define i32 @used(i32 %x, i32 %n) {
  %m = and i32 %n, 31
  %s = shl i32 %x, %m
  %r = add i32 %s, %m
  ret i32 %r
}
; The phi has its next value when the amount is asked for behind the loop.
define i32 @carried(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %m = and i32 %i, 31
  %bit = shl i32 1, %m
  %more = add i32 %sum, %bit
  %next = add i32 %i, 1
  %go = icmp ult i32 %i, %n
  br i1 %go, label %loop, label %done
done:
  %last = shl i32 -1, %m
  %r = xor i32 %more, %last
  %s = add i32 %r, 2
  ret i32 %s
}
define i32 @loaded() {
  %n = load i32, i32* @amount, align 1
  %m = and i32 %n, 31
  %r = shl i32 5, %m
  ret i32 %r
}
