; A copy and an instruction that changes it, which one instruction may do at once.
; run: @shifted_copy(i32 5) -> i32 45
; run: @doubled_copy(i32 5) -> i32 15
; run: @stepped_copy(i32 5) -> i32 2

define i32 @shifted_copy(i32 %a) {
  %s = shl i32 %a, 3
  %r = xor i32 %s, %a
  ret i32 %r
}
define i32 @doubled_copy(i32 %a) {
  %s = shl i32 %a, 1
  %r = xor i32 %s, %a
  ret i32 %r
}
define i32 @stepped_copy(i32 %a) {
  %s = add i32 %a, 2
  %r = xor i32 %s, %a
  ret i32 %r
}
