; Elements of <4 x float>, by constant and by variable number.
; run: @first(<4 x float> <1.5, -2.0, inf, 0.25>) -> float 1.5
; run: @last(<4 x float> <1.5, -2.0, inf, 0.25>) -> float 0.25
; run: @at(<4 x float> <1.5, -2.0, inf, 0.25>, i32 0) -> float 1.5
; run: @at(<4 x float> <1.5, -2.0, inf, 0.25>, i32 1) -> float -2.0
; run: @at(<4 x float> <1.5, -2.0, inf, 0.25>, i32 3) -> float 0.25
; run: @set_second(<4 x float> <1.5, -2.0, inf, 0.25>, float -0.5) -> <4 x float> <1.5, -0.5, inf, 0.25>
; run: @set(<4 x float> <1.5, -2.0, inf, 0.25>, float -0.5, i32 0) -> <4 x float> <-0.5, -2.0, inf, 0.25>
; run: @set(<4 x float> <1.5, -2.0, inf, 0.25>, float -0.5, i32 3) -> <4 x float> <1.5, -2.0, inf, -0.5>

define float @first(<4 x float> %a) {
  %v = extractelement <4 x float> %a, i32 0
  ret float %v
}
define float @last(<4 x float> %a) {
  %v = extractelement <4 x float> %a, i32 3
  ret float %v
}
define float @at(<4 x float> %a, i32 %i) {
  %v = extractelement <4 x float> %a, i32 %i
  ret float %v
}
define <4 x float> @set_second(<4 x float> %a, float %x) {
  %r = insertelement <4 x float> %a, float %x, i32 1
  ret <4 x float> %r
}
define <4 x float> @set(<4 x float> %a, float %x, i32 %i) {
  %r = insertelement <4 x float> %a, float %x, i32 %i
  ret <4 x float> %r
}
