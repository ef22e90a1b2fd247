; A bitcast keeps the bits.
; run: @i32_float(i32 1069547520) -> float 1.5
; run: @float_i32(float -0.0) -> i32 -2147483648
; run: @i64_double(i64 4609434218613702656) -> double 1.5
; run: @double_i64(double -inf) -> i64 -4503599627370496
; run: @i32_i32(i32 5) -> i32 5
; run: @i64_i64(i64 -5) -> i64 -5
; run: @float_float(float 2.5) -> float 2.5
; run: @double_double(double 2.5) -> double 2.5
; run: @i1_i1(i32 1) -> i32 1
; run: @i8_i8(i32 -3) -> i32 -3
; run: @i16_i16(i32 -300) -> i32 -300
; check x8632 x8664 @i32_float: movd

define float @i32_float(i32 %a) {
  %r = bitcast i32 %a to float
  ret float %r
}
define i32 @float_i32(float %a) {
  %r = bitcast float %a to i32
  ret i32 %r
}
define double @i64_double(i64 %a) {
  %r = bitcast i64 %a to double
  ret double %r
}
define i64 @double_i64(double %a) {
  %r = bitcast double %a to i64
  ret i64 %r
}
define i32 @i32_i32(i32 %a) {
  %r = bitcast i32 %a to i32
  ret i32 %r
}
define i64 @i64_i64(i64 %a) {
  %r = bitcast i64 %a to i64
  ret i64 %r
}
define float @float_float(float %a) {
  %r = bitcast float %a to float
  ret float %r
}
define double @double_double(double %a) {
  %r = bitcast double %a to double
  ret double %r
}
define i32 @i1_i1(i32 %a) {
  %x = trunc i32 %a to i1
  %y = bitcast i1 %x to i1
  %r = zext i1 %y to i32
  ret i32 %r
}
define i32 @i8_i8(i32 %a) {
  %x = trunc i32 %a to i8
  %y = bitcast i8 %x to i8
  %r = sext i8 %y to i32
  ret i32 %r
}
define i32 @i16_i16(i32 %a) {
  %x = trunc i32 %a to i16
  %y = bitcast i16 %x to i16
  %r = sext i16 %y to i32
  ret i32 %r
}
