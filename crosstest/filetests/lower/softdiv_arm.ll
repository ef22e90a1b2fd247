; ARMv7-A need not have instructions to divide: the runtime does.
; targets: arm32
; run: @signed(i32 -7, i32 2) -> i32 -3
; run: @unsigned(i32 -7, i32 2) -> i32 2147483644
; run: @signed(i32 1, i32 0) -> traps
; check arm32 @signed: bl __divsi3
; check-not arm32 @signed: sdiv
; check arm32 @unsigned: bl __udivsi3

define i32 @signed(i32 %a, i32 %b) {
  %r = sdiv i32 %a, %b
  ret i32 %r
}
define i32 @unsigned(i32 %a, i32 %b) {
  %r = udiv i32 %a, %b
  ret i32 %r
}
