; What is compared with zero is the lower half of a sum, a difference or a product, and their flags are of the whole: a comparison of all 64
; bits of what a copy of 32 bits left is not answered by them.
; run: @sum(i64 4294967296, i64 0) -> i32 1
; run: @sum(i64 4294967296, i64 1) -> i32 0
; run: @sum(i64 -1, i64 1) -> i32 1
; run: @difference(i64 0, i64 4294967296) -> i32 1
; run: @difference(i64 5, i64 3) -> i32 0
; run: @shifted(i64 2147483648) -> i32 1
; run: @shifted(i64 1) -> i32 0
; run: @branch(i64 4294967296, i64 4294967296) -> i32 7
; run: @branch(i64 4294967296, i64 3) -> i32 3
define i32 @sum(i64 %a, i64 %b) {
  %x = add i64 %a, %b
  %t = trunc i64 %x to i32
  %z = zext i32 %t to i64
  %c = icmp eq i64 %z, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @difference(i64 %a, i64 %b) {
  %x = sub i64 %a, %b
  %t = trunc i64 %x to i32
  %z = zext i32 %t to i64
  %c = icmp eq i64 %z, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @shifted(i64 %a) {
  %x = shl i64 %a, 1
  %t = trunc i64 %x to i32
  %z = zext i32 %t to i64
  %c = icmp eq i64 %z, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch(i64 %a, i64 %b) {
entry:
  %x = add i64 %a, %b
  %t = trunc i64 %x to i32
  %z = zext i32 %t to i64
  %c = icmp eq i64 %z, 0
  br i1 %c, label %none, label %some
none:
  ret i32 7
some:
  %r = trunc i64 %z to i32
  ret i32 %r
}
