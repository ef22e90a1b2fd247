; 64-bit shifts, and the operations on halves that shift what they join: copies of what is shifted are not made, and what only such an
; operation asks for is not made apart.
; recipes: O2
; run: @mix(i64 81985529216486895) -> i64 7592131338878452148
; run: @far(i64 81985529216486895, i64 -1) -> i64 6066930339719151615
; run: @signs(i64 -81985529216486895, i64 255) -> i64 -160127986750746
; run: @sum(i64 81985529216486895, i64 -1) -> i64 -7952596333999229057
; run: @difference(i64 81985529216486895, i64 1) -> i64 7952596333999229057
; run: @from_word(i32 -1, i64 81985529216486895) -> i64 81987728239741935
; run: @turned(i64 81985529216486895) -> i64 1885667171979196425
; run: @variable(i64 81985529216486895, i64 7) -> i64 -7952446714180733002
; run: @variable(i64 81985529216486895, i64 39) -> i64 -3033465169859277548
; run: @upper(i64 81985529216486895) -> i32 19088743
; check arm32 @mix: eor ... lsr #19
; check arm32 @mix: eor ... lsl #13
; check arm32 @mix: eor ... lsl #13
; check arm32 @mix: eor ... lsl #25
; check-not arm32 @mix: mov
; check-not mips32 @mix: move
; check arm32 @sum: adds ... lsl #7
; check arm32 @sum: adc ... lsl #7
; check arm32 @sum: add ... lsr #25
; check-not arm32 @variable: mov
define i64 @mix(i64 %x) {
  %a = shl i64 %x, 13
  %b = xor i64 %x, %a
  %c = lshr i64 %b, 7
  %d = xor i64 %b, %c
  ret i64 %d
}
define i64 @far(i64 %x, i64 %y) {
  %a = shl i64 %x, 40
  %b = xor i64 %y, %a
  %c = lshr i64 %x, 35
  %d = or i64 %c, %b
  ret i64 %d
}
define i64 @signs(i64 %x, i64 %y) {
  %a = ashr i64 %x, 9
  %b = xor i64 %a, %y
  ret i64 %b
}
define i64 @sum(i64 %x, i64 %y) {
  %a = shl i64 %x, 7
  %b = add i64 %y, %a
  ret i64 %b
}
define i64 @difference(i64 %x, i64 %y) {
  %a = shl i64 %x, 7
  %b = sub i64 %y, %a
  ret i64 %b
}
define i64 @from_word(i32 %x, i64 %y) {
  %w = zext i32 %x to i64
  %a = shl i64 %w, 9
  %b = add i64 %y, %a
  ret i64 %b
}
define i64 @turned(i64 %x) {
  %a = shl i64 %x, 11
  %b = lshr i64 %x, 53
  %c = or i64 %a, %b
  ret i64 %c
}
define i64 @variable(i64 %x, i64 %n) {
  %a = shl i64 %x, %n
  %b = lshr i64 %x, %n
  %c = ashr i64 %x, %n
  %d = xor i64 %a, %b
  %e = add i64 %c, %d
  ret i64 %e
}
define i32 @upper(i64 %x) {
  %a = lshr i64 %x, 32
  %b = trunc i64 %a to i32
  ret i32 %b
}
