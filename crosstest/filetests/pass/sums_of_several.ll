; On x86, sums of up to three terms in one register are one instruction, and a mask of the lowest byte or two is an extension. Flags that
; are read are set all the same.
; recipes: O2
; run: @index(i32 5, i32 7) -> i32 1
; check x8632 x8664 @index: lea
; check-not x8632 x8664 @index: add
; run: @parts(i32 74565, i32 74565) -> i32 1847647
; check x8632 x8664 @parts: movzx
; check x8632 x8664 @parts: movzx
; check-not x8632 x8664 @parts: and
; run: @asked(i32 12, i32 10) -> i32 30
; run: @asked(i32 8, i32 10) -> i32 -1
; edges: @parts @asked
@table = internal constant [64 x i8] zeroinitializer, align 4
define i32 @index(i32 %x, i32 %y) {
entry:
  %base = ptrtoint [64 x i8]* @table to i32
  %x4 = shl i32 %x, 2
  %a = add i32 %base, %x4
  %b = add i32 %base, 20
  %same = icmp eq i32 %a, %b
  %r = zext i1 %same to i32
  ret i32 %r
}
define i32 @parts(i32 %x, i32 %y) {
entry:
  %b = and i32 %x, 255
  %h = and i32 %y, 65535
  %p = mul i32 %b, %h
  %s = add i32 %x, %y
  %t = mul i32 %s, %y
  %d = lshr i32 %t, 10
  %r = sub i32 %d, %p
  ret i32 %r
}
; The comparison is about bits that were masked before the sum that stands between.
define i32 @asked(i32 %x, i32 %y) {
entry:
  %m = and i32 %x, 4
  %s = add i32 %y, 8
  %none = icmp eq i32 %m, 0
  br i1 %none, label %zero, label %some
zero:
  ret i32 -1
some:
  %t = add i32 %s, %m
  %u = add i32 %t, 8
  ret i32 %u
}
