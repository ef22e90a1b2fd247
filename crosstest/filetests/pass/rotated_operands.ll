; An operand that is rotated, which ARM's instructions rotate themselves, and one whose bits are turned over.
; recipes: O2
; run: @rotated(i32 -2023406815, i32 1) -> i32 -1298034494
; check arm32 @rotated: eor ... ror #25
; check-not arm32 @rotated: ls
; run: @added(i32 1, i32 5) -> i32 -2147483643
; check arm32 @added: add ... ror #1
; run: @cleared(i32 15, i32 10) -> i32 5
; run: @cleared(i32 -1, i32 0) -> i32 -1
; check arm32 @cleared: bic
; check-not arm32 @cleared: mvn
; run: @bytes(i32 255, i32 15) -> i32 240
; run: @turned_byte(i32 85) -> i32 170
; run: @kept_byte(i32 85, i32 511) -> i32 170
; run: @turned(i32 5) -> i32 -6
; check arm32 @turned: mvn
; check-not arm32 @turned: eor
; run: @with_itself(i32 5) -> i32 0
; edges: @rotated @added @cleared @bytes @turned @with_itself
define i32 @rotated(i32 %x, i32 %y) {
  %a = shl i32 %x, 7
  %b = lshr i32 %x, 25
  %c = or i32 %a, %b
  %r = xor i32 %c, %y
  ret i32 %r
}
define i32 @added(i32 %x, i32 %y) {
  %a = shl i32 %x, 31
  %b = lshr i32 %x, 1
  %c = or i32 %b, %a
  %r = add i32 %y, %c
  ret i32 %r
}
define i32 @cleared(i32 %x, i32 %y) {
  %t = xor i32 %y, -1
  %r = and i32 %x, %t
  ret i32 %r
}
define i32 @bytes(i32 %x, i32 %y) {
  %a = trunc i32 %x to i8
  %b = trunc i32 %y to i8
  %t = xor i8 %b, -1
  %c = and i8 %t, %a
  %r = zext i8 %c to i32
  ret i32 %r
}
define i32 @turned(i32 %x) {
  %r = xor i32 %x, -1
  ret i32 %r
}
define i32 @with_itself(i32 %x) {
  %t = xor i32 %x, -1
  %r = and i32 %t, %x
  ret i32 %r
}
@cell = internal global [4 x i8] zeroinitializer, align 4
; What was loaded has zeros above it, and what is made of it must have.
define i32 @turned_byte(i32 %x) {
  %address = ptrtoint [4 x i8]* @cell to i32
  %p = inttoptr i32 %address to i8*
  %b = trunc i32 %x to i8
  store i8 %b, i8* %p, align 1
  %v = load i8* %p, align 1
  %t = xor i8 %v, -1
  %r = zext i8 %t to i32
  ret i32 %r
}
define i32 @kept_byte(i32 %x, i32 %y) {
  %address = ptrtoint [4 x i8]* @cell to i32
  %p = inttoptr i32 %address to i8*
  %b = trunc i32 %x to i8
  store i8 %b, i8* %p, align 1
  %v = load i8* %p, align 1
  %t = xor i8 %v, -1
  %c = trunc i32 %y to i8
  %a = and i8 %c, %t
  %r = zext i8 %a to i32
  ret i32 %r
}
