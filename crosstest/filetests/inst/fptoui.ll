; Conversion to unsigned integers rounds towards zero.
; run: @float_to_i1(float 0.0) -> i32 0
; run: @float_to_i1(float 0.75) -> i32 0
; run: @float_to_i1(float 1.0) -> i32 1
; run: @float_to_i8(float 0.0) -> i32 0
; run: @float_to_i8(float -0.0) -> i32 0
; run: @float_to_i8(float 1.9) -> i32 1
; run: @float_to_i8(float 100.5) -> i32 100
; run: @float_to_i8(float 128.0) -> i32 128
; run: @float_to_i16(float 0.0) -> i32 0
; run: @float_to_i16(float -0.0) -> i32 0
; run: @float_to_i16(float 1.9) -> i32 1
; run: @float_to_i16(float 100.5) -> i32 100
; run: @float_to_i16(float 32768.0) -> i32 32768
; run: @float_to_i32(float 0.0) -> i32 0
; run: @float_to_i32(float -0.0) -> i32 0
; run: @float_to_i32(float 1.9) -> i32 1
; run: @float_to_i32(float 100.5) -> i32 100
; run: @float_to_i32(float 2147483648.0) -> i32 -2147483648
; run: @float_to_i32(float 16777216.0) -> i32 16777216
; run: @float_to_i64(float 0.0) -> i64 0
; run: @float_to_i64(float -0.0) -> i64 0
; run: @float_to_i64(float 1.9) -> i64 1
; run: @float_to_i64(float 100.5) -> i64 100
; run: @float_to_i64(float 9.223372036854776e+18) -> i64 -9223372036854775808
; run: @float_to_i64(float 16777216.0) -> i64 16777216
; run: @double_to_i1(double 0.0) -> i32 0
; run: @double_to_i1(double 0.75) -> i32 0
; run: @double_to_i1(double 1.0) -> i32 1
; run: @double_to_i8(double 0.0) -> i32 0
; run: @double_to_i8(double -0.0) -> i32 0
; run: @double_to_i8(double 1.9) -> i32 1
; run: @double_to_i8(double 100.5) -> i32 100
; run: @double_to_i8(double 128.0) -> i32 128
; run: @double_to_i16(double 0.0) -> i32 0
; run: @double_to_i16(double -0.0) -> i32 0
; run: @double_to_i16(double 1.9) -> i32 1
; run: @double_to_i16(double 100.5) -> i32 100
; run: @double_to_i16(double 32768.0) -> i32 32768
; run: @double_to_i32(double 0.0) -> i32 0
; run: @double_to_i32(double -0.0) -> i32 0
; run: @double_to_i32(double 1.9) -> i32 1
; run: @double_to_i32(double 100.5) -> i32 100
; run: @double_to_i32(double 2147483648.0) -> i32 -2147483648
; run: @double_to_i32(double 16777216.0) -> i32 16777216
; run: @double_to_i64(double 0.0) -> i64 0
; run: @double_to_i64(double -0.0) -> i64 0
; run: @double_to_i64(double 1.9) -> i64 1
; run: @double_to_i64(double 100.5) -> i64 100
; run: @double_to_i64(double 9.223372036854776e+18) -> i64 -9223372036854775808
; run: @double_to_i64(double 16777216.0) -> i64 16777216
; run: @v4f32(<4 x float> <0.0, 3000000000.0, 1.9, 2147483520.0>) -> <4 x i32> <0, -1294967296, 1, 2147483520>
; check x8632 @double_to_i64: call __fixunsdfdi
; check arm32 @double_to_i32: vcvt.u32.f64

define i32 @float_to_i1(float %a) {
  %y = fptoui float %a to i1
  %r = zext i1 %y to i32
  ret i32 %r
}
define i32 @float_to_i8(float %a) {
  %y = fptoui float %a to i8
  %r = zext i8 %y to i32
  ret i32 %r
}
define i32 @float_to_i16(float %a) {
  %y = fptoui float %a to i16
  %r = zext i16 %y to i32
  ret i32 %r
}
define i32 @float_to_i32(float %a) {
  %y = fptoui float %a to i32
  ret i32 %y
}
define i64 @float_to_i64(float %a) {
  %y = fptoui float %a to i64
  ret i64 %y
}
define i32 @double_to_i1(double %a) {
  %y = fptoui double %a to i1
  %r = zext i1 %y to i32
  ret i32 %r
}
define i32 @double_to_i8(double %a) {
  %y = fptoui double %a to i8
  %r = zext i8 %y to i32
  ret i32 %r
}
define i32 @double_to_i16(double %a) {
  %y = fptoui double %a to i16
  %r = zext i16 %y to i32
  ret i32 %r
}
define i32 @double_to_i32(double %a) {
  %y = fptoui double %a to i32
  ret i32 %y
}
define i64 @double_to_i64(double %a) {
  %y = fptoui double %a to i64
  ret i64 %y
}
define <4 x i32> @v4f32(<4 x float> %a) {
  %r = fptoui <4 x float> %a to <4 x i32>
  ret <4 x i32> %r
}
