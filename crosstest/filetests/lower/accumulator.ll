; Operations of the accumulator with a wide constant have a form of their own on x86, a byte shorter (code_sizes.txt tells).
; recipes: O2
; run: @or(i32 1) -> i32 305419897
; run: @and(i32 -1) -> i32 305419896
; run: @xor(i32 1) -> i32 305419897
; run: @add(i32 1) -> i32 305419897
; run: @sub(i32 305419897) -> i32 1
define i32 @or(i32 %a) {
  %r = or i32 %a, 305419896
  ret i32 %r
}
define i32 @and(i32 %a) {
  %r = and i32 %a, 305419896
  ret i32 %r
}
define i32 @xor(i32 %a) {
  %r = xor i32 %a, 305419896
  ret i32 %r
}
define i32 @add(i32 %a) {
  %r = add i32 %a, 305419896
  ret i32 %r
}
define i32 @sub(i32 %a) {
  %r = sub i32 %a, 305419896
  ret i32 %r
}
