; What a function can return: nothing, or a value of any argument type.
; run: @nothing()
; run: @int(i32 -1) -> i32 -1
; run: @long(i64 -9223372036854775808) -> i64 -9223372036854775808
; run: @single(float -0.0) -> float -0.0
; run: @double(double nan) -> double nan
; run: @constant() -> i64 0x123456789abcdef0
; run: @constant_double() -> double 0.1
; run: @truths(<8 x i1> <1, 0, 1, 1, 0, 0, 1, 0>) -> <8 x i1> <1, 0, 1, 1, 0, 0, 1, 0>
; run: @vector(<8 x i16> <1, -2, 3, -4, 5, -6, 7, -8>) -> <8 x i16> <1, -2, 3, -4, 5, -6, 7, -8>

define void @nothing() {
  ret void
}
define i32 @int(i32 %a) {
  ret i32 %a
}
define i64 @long(i64 %a) {
  ret i64 %a
}
define float @single(float %a) {
  ret float %a
}
define double @double(double %a) {
  ret double %a
}
define i64 @constant() {
  ret i64 1311768467463790320
}
define double @constant_double() {
  ret double 0.1
}
define <8 x i1> @truths(<8 x i1> %a) {
  ret <8 x i1> %a
}
define <8 x i16> @vector(<8 x i16> %a) {
  ret <8 x i16> %a
}
