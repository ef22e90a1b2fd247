; Elements of <16 x i1>, by constant and by variable number.
; run: @first(<16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>) -> i32 1
; run: @last(<16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>) -> i32 1
; run: @at(<16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>, i32 0) -> i32 1
; run: @at(<16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>, i32 1) -> i32 0
; run: @at(<16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>, i32 15) -> i32 1
; run: @set_second(<16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>, i32 1) -> <16 x i1> <1, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>
; run: @set(<16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>, i32 1, i32 0) -> <16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>
; run: @set(<16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>, i32 1, i32 15) -> <16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>

define i32 @first(<16 x i1> %a) {
  %v = extractelement <16 x i1> %a, i32 0
  %r = zext i1 %v to i32
  ret i32 %r
}
define i32 @last(<16 x i1> %a) {
  %v = extractelement <16 x i1> %a, i32 15
  %r = zext i1 %v to i32
  ret i32 %r
}
define i32 @at(<16 x i1> %a, i32 %i) {
  %v = extractelement <16 x i1> %a, i32 %i
  %r = zext i1 %v to i32
  ret i32 %r
}
define <16 x i1> @set_second(<16 x i1> %a, i32 %x) {
  %n = trunc i32 %x to i1
  %r = insertelement <16 x i1> %a, i1 %n, i32 1
  ret <16 x i1> %r
}
define <16 x i1> @set(<16 x i1> %a, i32 %x, i32 %i) {
  %n = trunc i32 %x to i1
  %r = insertelement <16 x i1> %a, i1 %n, i32 %i
  ret <16 x i1> %r
}
