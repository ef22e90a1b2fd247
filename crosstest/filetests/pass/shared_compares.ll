; A comparison that decides several selects, and branches, and nothing else, is made by each of them whose flags something has changed: no
; truth value is kept.
; recipes: O2
; run: @two(i32 60, i32 5) -> i32 61
; run: @two(i32 59, i32 5) -> i32 64
; check-not x8632 x8664 @two: set
; run: @best(i32 3, i32 9, i32 1, i32 2) -> i32 902
; run: @best(i32 9, i32 3, i32 1, i32 2) -> i32 901
; check-not x8632 x8664 @best: set
; run: @branching(i32 1, i32 2) -> i32 -2
; run: @branching(i32 2, i32 1) -> i32 3
; run: @otherwise(i32 1, i32 2) -> i32 15
; run: @otherwise(i32 2, i32 2) -> i32 2
; run: @memory(i32 5) -> i32 8
; run: @memory(i32 8) -> i32 13
; run: @wide(i64 5, i64 4294967296) -> i64 5
; run: @narrow(i32 200, i32 100) -> i32 -56
; edges: @two @best @branching @otherwise @memory @wide @narrow
@cell = internal global [4 x i8] zeroinitializer, align 4
define i32 @two(i32 %x, i32 %y) {
entry:
  %is_end = icmp eq i32 %x, 60
  %more = add i32 %y, 56
  %a = select i1 %is_end, i32 %more, i32 %x
  %product = mul i32 %y, %x
  %b = select i1 %is_end, i32 0, i32 %y
  %r = add i32 %a, %b
  %u = xor i32 %product, %product
  %r2 = add i32 %r, %u
  ret i32 %r2
}
define i32 @best(i32 %x, i32 %y, i32 %i, i32 %j) {
entry:
  %is_better = icmp ugt i32 %x, %y
  %v = select i1 %is_better, i32 %x, i32 %y
  %hundreds = mul i32 %v, 100
  %k = select i1 %is_better, i32 %i, i32 %j
  %r = add i32 %hundreds, %k
  ret i32 %r
}
define i32 @branching(i32 %x, i32 %y) {
entry:
  %is_less = icmp slt i32 %x, %y
  %v = select i1 %is_less, i32 %y, i32 %x
  %w = mul i32 %v, %v
  br i1 %is_less, label %less, label %other
less:
  %n = sub i32 %v, %w
  ret i32 %n
other:
  %m = add i32 %w, -1
  ret i32 %m
}
; It is asked for otherwise, too.
define i32 @otherwise(i32 %x, i32 %y) {
entry:
  %differs = icmp ne i32 %x, %y
  %v = select i1 %differs, i32 7, i32 %x
  %w = select i1 %differs, i32 %v, i32 0
  %bit = zext i1 %differs to i32
  %s = add i32 %v, %w
  %r = add i32 %s, %bit
  ret i32 %r
}
; What is compared lies in memory that is written in between.
define i32 @memory(i32 %x) {
entry:
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %x, i32* %p, align 1
  %v = load i32* %p, align 1
  %is_less = icmp ult i32 %v, 7
  %a = select i1 %is_less, i32 3, i32 5
  store i32 100, i32* %p, align 1
  %b = select i1 %is_less, i32 5, i32 8
  %r = add i32 %a, %b
  store i32 0, i32* %p, align 1
  ret i32 %r
}
define i64 @wide(i64 %x, i64 %y) {
entry:
  %is_less = icmp ult i64 %x, %y
  %a = select i1 %is_less, i64 %x, i64 %y
  %s = add i64 %x, %y
  %b = select i1 %is_less, i64 0, i64 %s
  %r = add i64 %a, %b
  ret i64 %r
}
define i32 @narrow(i32 %x, i32 %y) {
entry:
  %a = trunc i32 %x to i8
  %b = trunc i32 %y to i8
  %is_less = icmp slt i8 %a, %b
  %least = select i1 %is_less, i8 %a, i8 %b
  %most = select i1 %is_less, i8 %b, i8 %a
  %wide = sext i8 %least to i32
  %wider = sext i8 %most to i32
  %both = mul i32 %wider, 0
  %r = add i32 %wide, %both
  ret i32 %r
}
