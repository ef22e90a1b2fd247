; With hwdiv-arm there are instructions to divide. They do not trap, so zero is looked for first.
; features: hwdiv-arm
; targets: arm32
; run: @signed(i32 -7, i32 2) -> i32 -3
; run: @unsigned(i32 -7, i32 2) -> i32 2147483644
; run: @remainder(i32 -7, i32 2) -> i32 -1
; run: @signed(i32 1, i32 0) -> traps
; check arm32 @signed: sdiv
; check arm32 @unsigned: udiv
; check arm32 @remainder: sdiv
; check-not arm32 @signed: bl

define i32 @signed(i32 %a, i32 %b) {
  %r = sdiv i32 %a, %b
  ret i32 %r
}
define i32 @unsigned(i32 %a, i32 %b) {
  %r = udiv i32 %a, %b
  ret i32 %r
}
define i32 @remainder(i32 %a, i32 %b) {
  %r = srem i32 %a, %b
  ret i32 %r
}
