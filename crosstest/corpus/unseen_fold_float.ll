; A constant folded to a float half way between two: rounding to even, and the sticky bit.
; run: @f() -> i32 1593835521
define i32 @f() {
  %x = add i64 -9223371487098961919, 0
  %r = uitofp i64 %x to float
  %b = bitcast float %r to i32
  ret i32 %b
}
