; Arithmetic of 32 bits: every operator at edge values. Shift amounts are kept below the width.
; run: @add(i32 2147483647, i32 1) -> i32 -2147483648
; run: @sdiv(i32 -7, i32 2) -> i32 -3
; run: @srem(i32 -7, i32 2) -> i32 -1
; run: @udiv(i32 -7, i32 2) -> i32 2147483644
; run: @sdiv(i32 1, i32 0) -> traps
; run: @udiv(i32 1, i32 0) -> traps
; run: @srem(i32 1, i32 0) -> traps
; run: @urem(i32 1, i32 0) -> traps
; run: @sdiv(i32 -2147483648, i32 -1) -> undefined
; run: @shift_too_far(i32 1, i32 32)
; edges: @add @sub @mul @udiv @sdiv @urem @srem @and @or @xor @shl @lshr @ashr

define i32 @add(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @sdiv(i32 %a, i32 %b) {
  %r = sdiv i32 %a, %b
  ret i32 %r
}
define i32 @shl(i32 %a, i32 %b) {
  %n = and i32 %b, 31
  %r = shl i32 %a, %n
  ret i32 %r
}
