; Bits that are only asked for are tested where they are, at the width of the type: no copy is masked. What x86 tests may be in memory.
; recipes: O2
; run: @word(i32 5, i32 4) -> i32 9
; run: @word(i32 5, i32 2) -> i32 5
; check x8632 x8664 @word: test
; check-not x8632 x8664 @word: and
; run: @half(i32 256) -> i32 1
; run: @half(i32 3) -> i32 1
; run: @half(i32 65536) -> i32 0
; run: @half(i32 16) -> i32 0
; run: @byte(i32 128) -> i32 1
; run: @byte(i32 127) -> i32 0
; run: @memory(i32 6) -> i32 1
; run: @memory(i32 9) -> i32 0
; check x8632 x8664 @memory: test dword ptr [
; run: @twice(i32 12) -> i32 8
; run: @twice(i32 3) -> i32 -1
; run: @counted(i32 4, i32 7) -> i32 8
; run: @counted(i32 3, i32 7) -> i32 7
; run: @wide(i64 4294967296, i64 -1) -> i32 1
; run: @wide(i64 4294967296, i64 4294967295) -> i32 0
; run: @upper(i64 4294967296) -> i32 1
; run: @upper(i64 1) -> i32 0
; run: @lower(i64 1, i64 5) -> i64 6
; run: @lower(i64 4294967296, i64 5) -> i64 4294967296
; check x8632 @upper: test
; check-not x8632 @upper: and
; check x8632 @lower: test
; check-not x8632 @lower: and
; edges: @word @half @byte @twice @counted @wide @upper @lower
@cell = internal global [4 x i8] zeroinitializer, align 4
define i32 @word(i32 %x, i32 %y) {
entry:
  %m = and i32 %x, %y
  %some = icmp ne i32 %m, 0
  %sum = add i32 %x, %y
  %r = select i1 %some, i32 %sum, i32 %x
  ret i32 %r
}
define i32 @half(i32 %x) {
entry:
  %h = trunc i32 %x to i16
  %m = and i16 %h, 259
  %none = icmp eq i16 %m, 0
  br i1 %none, label %zero, label %one
zero:
  ret i32 0
one:
  ret i32 1
}
define i32 @byte(i32 %x) {
entry:
  %b = trunc i32 %x to i8
  %m = and i8 %b, -128
  %some = icmp ne i8 %m, 0
  %r = zext i1 %some to i32
  ret i32 %r
}
define i32 @memory(i32 %x) {
entry:
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %x, i32* %p, align 1
  %v = load i32* %p, align 1
  %m = and i32 %v, 4
  %none = icmp eq i32 %m, 0
  br i1 %none, label %zero, label %one
zero:
  ret i32 0
one:
  ret i32 1
}
; A mask that somebody else asks for, too, is made.
define i32 @twice(i32 %x) {
entry:
  %m = and i32 %x, 8
  %none = icmp eq i32 %m, 0
  br i1 %none, label %zero, label %one
zero:
  ret i32 -1
one:
  ret i32 %m
}
; A sum that adds the truth value asks for the carry.
define i32 @counted(i32 %x, i32 %n) {
entry:
  %m = and i32 %x, 4
  %some = icmp ne i32 %m, 0
  %one = zext i1 %some to i32
  %r = add i32 %n, %one
  ret i32 %r
}
define i32 @wide(i64 %x, i64 %y) {
entry:
  %m = and i64 %x, %y
  %none = icmp eq i64 %m, 0
  br i1 %none, label %zero, label %one
zero:
  ret i32 0
one:
  ret i32 1
}
; Of a pair one half is tested.
define i32 @upper(i64 %x) {
entry:
  %m = and i64 %x, 12884901888
  %none = icmp eq i64 %m, 0
  br i1 %none, label %zero, label %one
zero:
  ret i32 0
one:
  ret i32 1
}
define i64 @lower(i64 %x, i64 %y) {
entry:
  %m = and i64 %x, 1
  %some = icmp ne i64 %m, 0
  %sum = add i64 %x, %y
  %r = select i1 %some, i64 %sum, i64 %x
  ret i64 %r
}
