; On ARM an operation that a select chooses is made under its condition, over what is chosen otherwise.
; recipes: O2 O3
; run: @marked(i32 5, i32 -1) -> i32 13
; run: @marked(i32 5, i32 1) -> i32 5
; check arm32 @marked: orr ... #8
; check-not arm32 @marked: mov
; run: @other(i32 5, i32 7) -> i32 5
; run: @other(i32 5, i32 6) -> i32 40
; check arm32 @other: lslne
; run: @shifted(i32 3, i32 9, i32 -2) -> i32 75
; run: @shifted(i32 3, i32 9, i32 2) -> i32 9
; run: @narrow(i8 200, i8 100, i32 0) -> i8 44
; run: @narrow(i8 200, i8 100, i32 3) -> i8 200
; run: @counted(i32 4, i32 4) -> i32 5
; run: @counted(i32 4, i32 5) -> i32 4
; run: @both(i32 6, i32 2, i32 1) -> i32 8
; run: @both(i32 6, i32 2, i32 0) -> i32 4
; run: @ordered(float nan, i32 3) -> i32 3
; run: @ordered(float 1.0, i32 3) -> i32 19
; run: @used(i32 3, i32 0) -> i32 12
; run: @used(i32 3, i32 1) -> i32 14
define i32 @marked(i32 %x, i32 %y) {
  %c = icmp slt i32 %y, 0
  %a = or i32 %x, 8
  %s = select i1 %c, i32 %a, i32 %x
  ret i32 %s
}
; Chosen if the condition does not hold.
define i32 @other(i32 %x, i32 %y) {
  %c = icmp eq i32 %y, 7
  %a = shl i32 %x, 3
  %s = select i1 %c, i32 %x, i32 %a
  ret i32 %s
}
; It shifts what it adds.
define i32 @shifted(i32 %x, i32 %y, i32 %z) {
  %c = icmp slt i32 %z, 0
  %h = shl i32 %y, 3
  %a = add i32 %h, %x
  %s = select i1 %c, i32 %a, i32 %y
  ret i32 %s
}
define i8 @narrow(i8 %x, i8 %y, i32 %z) {
  %c = icmp eq i32 %z, 0
  %a = add i8 %x, %y
  %s = select i1 %c, i8 %a, i8 %x
  ret i8 %s
}
; A sum with a truth value has flags of its own.
define i32 @counted(i32 %x, i32 %y) {
  %c = icmp eq i32 %x, %y
  %d = icmp sge i32 %y, %x
  %t = zext i1 %d to i32
  %a = add i32 %x, %t
  %s = select i1 %c, i32 %a, i32 %x
  ret i32 %s
}
define i32 @both(i32 %x, i32 %y, i32 %z) {
  %c = icmp ne i32 %z, 0
  %a = add i32 %x, %y
  %b = sub i32 %x, %y
  %s = select i1 %c, i32 %a, i32 %b
  ret i32 %s
}
define i32 @ordered(float %f, i32 %x) {
  %c = fcmp ord float %f, %f
  %a = xor i32 %x, 16
  %s = select i1 %c, i32 %a, i32 %x
  ret i32 %s
}
; Somebody else needs it, too.
define i32 @used(i32 %x, i32 %y) {
  %c = icmp eq i32 %y, 0
  %a = mul i32 %x, 2
  %b = add i32 %a, 1
  %s = select i1 %c, i32 %a, i32 %b
  %t = add i32 %s, %a
  %u = add i32 %t, %y
  ret i32 %u
}
