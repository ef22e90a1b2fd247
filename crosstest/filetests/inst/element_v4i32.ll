; Elements of <4 x i32>, by constant and by variable number.
; run: @first(<4 x i32> <10, -20, 30, -40>) -> i32 10
; run: @last(<4 x i32> <10, -20, 30, -40>) -> i32 -40
; run: @at(<4 x i32> <10, -20, 30, -40>, i32 0) -> i32 10
; run: @at(<4 x i32> <10, -20, 30, -40>, i32 1) -> i32 -20
; run: @at(<4 x i32> <10, -20, 30, -40>, i32 3) -> i32 -40
; run: @set_second(<4 x i32> <10, -20, 30, -40>, i32 -5) -> <4 x i32> <10, -5, 30, -40>
; run: @set(<4 x i32> <10, -20, 30, -40>, i32 -5, i32 0) -> <4 x i32> <-5, -20, 30, -40>
; run: @set(<4 x i32> <10, -20, 30, -40>, i32 -5, i32 3) -> <4 x i32> <10, -20, 30, -5>

define i32 @first(<4 x i32> %a) {
  %v = extractelement <4 x i32> %a, i32 0
  ret i32 %v
}
define i32 @last(<4 x i32> %a) {
  %v = extractelement <4 x i32> %a, i32 3
  ret i32 %v
}
define i32 @at(<4 x i32> %a, i32 %i) {
  %v = extractelement <4 x i32> %a, i32 %i
  ret i32 %v
}
define <4 x i32> @set_second(<4 x i32> %a, i32 %x) {
  %r = insertelement <4 x i32> %a, i32 %x, i32 1
  ret <4 x i32> %r
}
define <4 x i32> @set(<4 x i32> %a, i32 %x, i32 %i) {
  %r = insertelement <4 x i32> %a, i32 %x, i32 %i
  ret <4 x i32> %r
}
