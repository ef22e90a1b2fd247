; Elements of <8 x i16>, by constant and by variable number.
; run: @first(<8 x i16> <10, -20, 30, -40, 50, -60, 70, -80>) -> i32 10
; run: @last(<8 x i16> <10, -20, 30, -40, 50, -60, 70, -80>) -> i32 -80
; run: @at(<8 x i16> <10, -20, 30, -40, 50, -60, 70, -80>, i32 0) -> i32 10
; run: @at(<8 x i16> <10, -20, 30, -40, 50, -60, 70, -80>, i32 1) -> i32 -20
; run: @at(<8 x i16> <10, -20, 30, -40, 50, -60, 70, -80>, i32 7) -> i32 -80
; run: @set_second(<8 x i16> <10, -20, 30, -40, 50, -60, 70, -80>, i32 -5) -> <8 x i16> <10, -5, 30, -40, 50, -60, 70, -80>
; run: @set(<8 x i16> <10, -20, 30, -40, 50, -60, 70, -80>, i32 -5, i32 0) -> <8 x i16> <-5, -20, 30, -40, 50, -60, 70, -80>
; run: @set(<8 x i16> <10, -20, 30, -40, 50, -60, 70, -80>, i32 -5, i32 7) -> <8 x i16> <10, -20, 30, -40, 50, -60, 70, -5>

define i32 @first(<8 x i16> %a) {
  %v = extractelement <8 x i16> %a, i32 0
  %r = sext i16 %v to i32
  ret i32 %r
}
define i32 @last(<8 x i16> %a) {
  %v = extractelement <8 x i16> %a, i32 7
  %r = sext i16 %v to i32
  ret i32 %r
}
define i32 @at(<8 x i16> %a, i32 %i) {
  %v = extractelement <8 x i16> %a, i32 %i
  %r = sext i16 %v to i32
  ret i32 %r
}
define <8 x i16> @set_second(<8 x i16> %a, i32 %x) {
  %n = trunc i32 %x to i16
  %r = insertelement <8 x i16> %a, i16 %n, i32 1
  ret <8 x i16> %r
}
define <8 x i16> @set(<8 x i16> %a, i32 %x, i32 %i) {
  %n = trunc i32 %x to i16
  %r = insertelement <8 x i16> %a, i16 %n, i32 %i
  ret <8 x i16> %r
}
