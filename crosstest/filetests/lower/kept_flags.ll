; On ARM a comparison answers all that asks for it up to the next instruction that writes the flags: nothing tests its truth value in
; between, nor one that has just been tested. If another comparison comes between, it is made where it is asked for, and perhaps again.
; recipes: O2
; run: @across(i32 1, i32 2) -> i32 7
; run: @across(i32 2, i32 2) -> i32 5
; check arm32 @across: cmp
; check-not arm32 @across: tst
; run: @choices(i32 1, i32 10, i32 20) -> i32 1020
; run: @choices(i32 2, i32 10, i32 20) -> i32 2010
; check arm32 @choices: tst
; check-not arm32 @choices: tst
; run: @overwritten(i32 1, i32 2, i32 3) -> i32 21
; run: @overwritten(i32 2, i32 1, i32 0) -> i32 12
; check arm32 @overwritten: cmp
; check arm32 @overwritten: cmp
; check arm32 @overwritten: cmp
; check-not arm32 @overwritten: tst
; run: @carried(i64 1, i32 1, i32 2) -> i64 4294967297
; run: @three_ways(i32 1, i32 2) -> i32 -1
; run: @three_ways(i32 2, i32 2) -> i32 0
; run: @three_ways(i32 -1, i32 2) -> i32 1
; check arm32 @three_ways: movhi
; check-not arm32 @three_ways: tst
; check arm32 @three_ways: mvnlo
; run: @bytes(i32 257, i32 2) -> i32 21
; run: @bytes(i32 3, i32 258) -> i32 22
; run: @mask(i32 1, i32 2, i32 3) -> i32 11
; edges: @across @choices @overwritten @carried @three_ways @bytes @mask
define i32 @across(i32 %a, i32 %b) {
  %c = icmp eq i32 %a, %b
  %s = add i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  %t = add i32 %s, 1
  ret i32 %t
no:
  %u = add i32 %s, 4
  ret i32 %u
}
define i32 @choices(i32 %n, i32 %a, i32 %b) {
  %c = trunc i32 %n to i1
  %x = select i1 %c, i32 %a, i32 %b
  %y = select i1 %c, i32 %b, i32 %a
  %z = mul i32 %x, 100
  %s = add i32 %z, %y
  ret i32 %s
}
define i32 @overwritten(i32 %a, i32 %b, i32 %d) {
  %c = icmp slt i32 %a, %b
  %e = icmp slt i32 %d, %b
  %x = select i1 %c, i32 3, i32 4
  %y = select i1 %e, i32 10, i32 20
  %z = select i1 %c, i32 1, i32 2
  %s = add i32 %x, %y
  %t = add i32 %z, %s
  %u = sub i32 %t, %x
  ret i32 %u
}
define i64 @carried(i64 %a, i32 %b, i32 %d) {
  %c = icmp slt i32 %b, %d
  %s = add i64 %a, 4294967296
  %t = select i1 %c, i64 %s, i64 %a
  ret i64 %t
}
define i32 @three_ways(i32 %a, i32 %b) {
  %less = icmp ult i32 %a, %b
  %greater = icmp ugt i32 %a, %b
  %one = zext i1 %greater to i32
  %r = select i1 %less, i32 -1, i32 %one
  ret i32 %r
}
define i32 @bytes(i32 %a, i32 %b) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %less = icmp slt i8 %x, %y
  %whole = icmp eq i32 %a, %b
  %s = select i1 %whole, i32 10, i32 20
  %t = select i1 %less, i32 1, i32 2
  %r = add i32 %s, %t
  ret i32 %r
}
define i32 @mask(i32 %a, i32 %b, i32 %d) {
  %less = icmp slt i32 %a, %b
  %more = icmp sgt i32 %a, %b
  %v = insertelement <4 x i32> undef, i32 %a, i32 0
  %w = insertelement <4 x i32> undef, i32 %d, i32 0
  %x = select i1 %less, <4 x i32> %v, <4 x i32> %w
  %y = select i1 %more, i32 20, i32 10
  %e = extractelement <4 x i32> %x, i32 0
  %r = add i32 %e, %y
  ret i32 %r
}
