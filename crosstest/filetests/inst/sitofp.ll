; Conversion of signed integers rounds to the nearest, ties to even.
; run: @i1_to_float(i32 0) -> float 0.0
; run: @i1_to_float(i32 1) -> float -1.0
; run: @i1_to_double(i32 0) -> double 0.0
; run: @i1_to_double(i32 1) -> double -1.0
; run: @i8_to_float(i32 0) -> float 0.0
; run: @i8_to_float(i32 1) -> float 1.0
; run: @i8_to_float(i32 -1) -> float -1.0
; run: @i8_to_float(i32 128) -> float -128.0
; run: @i8_to_float(i32 127) -> float 127.0
; run: @i8_to_double(i32 0) -> double 0.0
; run: @i8_to_double(i32 1) -> double 1.0
; run: @i8_to_double(i32 -1) -> double -1.0
; run: @i8_to_double(i32 128) -> double -128.0
; run: @i8_to_double(i32 127) -> double 127.0
; run: @i16_to_float(i32 0) -> float 0.0
; run: @i16_to_float(i32 1) -> float 1.0
; run: @i16_to_float(i32 -1) -> float -1.0
; run: @i16_to_float(i32 32768) -> float -32768.0
; run: @i16_to_float(i32 32767) -> float 32767.0
; run: @i16_to_double(i32 0) -> double 0.0
; run: @i16_to_double(i32 1) -> double 1.0
; run: @i16_to_double(i32 -1) -> double -1.0
; run: @i16_to_double(i32 32768) -> double -32768.0
; run: @i16_to_double(i32 32767) -> double 32767.0
; run: @i32_to_float(i32 0) -> float 0.0
; run: @i32_to_float(i32 1) -> float 1.0
; run: @i32_to_float(i32 -1) -> float -1.0
; run: @i32_to_float(i32 -2147483648) -> float -2147483648.0
; run: @i32_to_float(i32 2147483647) -> float 2147483648.0
; run: @i32_to_float(i32 16777217) -> float 16777216.0
; run: @i32_to_double(i32 0) -> double 0.0
; run: @i32_to_double(i32 1) -> double 1.0
; run: @i32_to_double(i32 -1) -> double -1.0
; run: @i32_to_double(i32 -2147483648) -> double -2147483648.0
; run: @i32_to_double(i32 2147483647) -> double 2147483647.0
; run: @i32_to_double(i32 16777217) -> double 16777217.0
; run: @i64_to_float(i64 0) -> float 0.0
; run: @i64_to_float(i64 1) -> float 1.0
; run: @i64_to_float(i64 -1) -> float -1.0
; run: @i64_to_float(i64 -9223372036854775808) -> float -9.223372036854776e+18
; run: @i64_to_float(i64 9223372036854775807) -> float 9.223372036854776e+18
; run: @i64_to_float(i64 9007199254740993) -> float 9007199254740992.0
; run: @i64_to_float(i64 1099511627777) -> float 1099511627776.0
; run: @i64_to_float(i64 16777217) -> float 16777216.0
; run: @i64_to_double(i64 0) -> double 0.0
; run: @i64_to_double(i64 1) -> double 1.0
; run: @i64_to_double(i64 -1) -> double -1.0
; run: @i64_to_double(i64 -9223372036854775808) -> double -9.223372036854776e+18
; run: @i64_to_double(i64 9223372036854775807) -> double 9.223372036854776e+18
; run: @i64_to_double(i64 9007199254740993) -> double 9007199254740992.0
; run: @i64_to_double(i64 1099511627777) -> double 1099511627777.0
; run: @i64_to_double(i64 16777217) -> double 16777217.0
; run: @v4i32(<4 x i32> <0, -1, 16777217, -2147483648>) -> <4 x float> <0.0, -1.0, 16777216.0, -2147483648.0>
; check x8632 x8664 @i32_to_double: cvtsi2sd
; check x8632 x8664 @i32_to_float: cvtsi2ss
; check x8632 @i64_to_double: call __floatdidf
; check x8632 x8664 @v4i32: cvtdq2ps
; check arm32 @i32_to_double: vcvt.f64.s32
; check mips32 @i32_to_double: cvt.d.w

define float @i1_to_float(i32 %a) {
  %x = trunc i32 %a to i1
  %r = sitofp i1 %x to float
  ret float %r
}
define double @i1_to_double(i32 %a) {
  %x = trunc i32 %a to i1
  %r = sitofp i1 %x to double
  ret double %r
}
define float @i8_to_float(i32 %a) {
  %x = trunc i32 %a to i8
  %r = sitofp i8 %x to float
  ret float %r
}
define double @i8_to_double(i32 %a) {
  %x = trunc i32 %a to i8
  %r = sitofp i8 %x to double
  ret double %r
}
define float @i16_to_float(i32 %a) {
  %x = trunc i32 %a to i16
  %r = sitofp i16 %x to float
  ret float %r
}
define double @i16_to_double(i32 %a) {
  %x = trunc i32 %a to i16
  %r = sitofp i16 %x to double
  ret double %r
}
define float @i32_to_float(i32 %a) {
  %r = sitofp i32 %a to float
  ret float %r
}
define double @i32_to_double(i32 %a) {
  %r = sitofp i32 %a to double
  ret double %r
}
define float @i64_to_float(i64 %a) {
  %r = sitofp i64 %a to float
  ret float %r
}
define double @i64_to_double(i64 %a) {
  %r = sitofp i64 %a to double
  ret double %r
}
define <4 x float> @v4i32(<4 x i32> %a) {
  %r = sitofp <4 x i32> %a to <4 x float>
  ret <4 x float> %r
}
