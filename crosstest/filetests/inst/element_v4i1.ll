; Elements of <4 x i1>, by constant and by variable number.
; run: @first(<4 x i1> <1, 0, 0, 1>) -> i32 1
; run: @last(<4 x i1> <1, 0, 0, 1>) -> i32 1
; run: @at(<4 x i1> <1, 0, 0, 1>, i32 0) -> i32 1
; run: @at(<4 x i1> <1, 0, 0, 1>, i32 1) -> i32 0
; run: @at(<4 x i1> <1, 0, 0, 1>, i32 3) -> i32 1
; run: @set_second(<4 x i1> <1, 0, 0, 1>, i32 1) -> <4 x i1> <1, 1, 0, 1>
; run: @set(<4 x i1> <1, 0, 0, 1>, i32 1, i32 0) -> <4 x i1> <1, 0, 0, 1>
; run: @set(<4 x i1> <1, 0, 0, 1>, i32 1, i32 3) -> <4 x i1> <1, 0, 0, 1>

define i32 @first(<4 x i1> %a) {
  %v = extractelement <4 x i1> %a, i32 0
  %r = zext i1 %v to i32
  ret i32 %r
}
define i32 @last(<4 x i1> %a) {
  %v = extractelement <4 x i1> %a, i32 3
  %r = zext i1 %v to i32
  ret i32 %r
}
define i32 @at(<4 x i1> %a, i32 %i) {
  %v = extractelement <4 x i1> %a, i32 %i
  %r = zext i1 %v to i32
  ret i32 %r
}
define <4 x i1> @set_second(<4 x i1> %a, i32 %x) {
  %n = trunc i32 %x to i1
  %r = insertelement <4 x i1> %a, i1 %n, i32 1
  ret <4 x i1> %r
}
define <4 x i1> @set(<4 x i1> %a, i32 %x, i32 %i) {
  %n = trunc i32 %x to i1
  %r = insertelement <4 x i1> %a, i1 %n, i32 %i
  ret <4 x i1> %r
}
