; Numbers as LLVM 3's parser takes them: the lowest bits of integers that are too large, the last sixteen digits of hexadecimal floats.
; run: @integers() -> i32 2147483647
; run: @narrow() -> i32 44
; run: @double() -> double 0x3ff8000000000000
; run: @float() -> float 1.5
define i32 @integers() {
  %r = add i32 -2147483649, 0
  ret i32 %r
}
define i32 @narrow() {
  %n = add i8 300, 0
  %r = zext i8 %n to i32
  ret i32 %r
}
define double @double() {
  %r = fadd double 0x03FF8000000000000, 0.0
  ret double %r
}
define float @float() {
  %r = fadd float 0x23FF8000000000000, 0.0
  ret float %r
}
