; Integers of every width to floating point: rounding to nearest even, and the sign of the highest bit.
; run: @uitofp_i64_double(i64 -1) -> double 18446744073709551616.0
; run: @uitofp_i64_double(i64 -9223372036854774784) -> double 9223372036854775808.0
; run: @uitofp_i64_double(i64 -9223372036854774783) -> double 9223372036854777856.0
; run: @sitofp_i64_double(i64 9007199254740993) -> double 9007199254740992.0
; run: @uitofp_i64_float(i64 -1) -> float 18446744073709551616.0
; run: @uitofp_i64_float(i64 9223371761976868863) -> float 9223371487098961920.0
; run: @uitofp_i64_float(i64 9223371761976868864) -> float 9223372036854775808.0
; run: @uitofp_i64_float(i64 9223371761976868865) -> float 9223372036854775808.0
; run: @sitofp_i64_float(i64 -9223371761976868865) -> float -9223372036854775808.0
; run: @uitofp_i32_double(i32 -1) -> double 4294967295.0
; run: @uitofp_i32_float(i32 -1) -> float 4294967296.0
; run: @sitofp_i32_float(i32 16777217) -> float 16777216.0
; run: @sitofp_i1_double(i32 1) -> double -1.0
; run: @uitofp_i1_double(i32 1) -> double 1.0
; run: @sitofp_i8_float(i32 128) -> float -128.0
; edges: @sitofp_i1_float @uitofp_i1_float @sitofp_i8_float @uitofp_i8_float @sitofp_i16_float @uitofp_i16_float @sitofp_i32_float @uitofp_i32_float @sitofp_i64_float @uitofp_i64_float @sitofp_i1_double @uitofp_i1_double @sitofp_i8_double @uitofp_i8_double @sitofp_i16_double @uitofp_i16_double @sitofp_i32_double @uitofp_i32_double @sitofp_i64_double @uitofp_i64_double

define float @sitofp_i1_float(i32 %a) {
  %s = trunc i32 %a to i1
  %r = sitofp i1 %s to float
  ret float %r
}
define float @uitofp_i1_float(i32 %a) {
  %s = trunc i32 %a to i1
  %r = uitofp i1 %s to float
  ret float %r
}
define float @sitofp_i8_float(i32 %a) {
  %s = trunc i32 %a to i8
  %r = sitofp i8 %s to float
  ret float %r
}
define float @uitofp_i8_float(i32 %a) {
  %s = trunc i32 %a to i8
  %r = uitofp i8 %s to float
  ret float %r
}
define float @sitofp_i16_float(i32 %a) {
  %s = trunc i32 %a to i16
  %r = sitofp i16 %s to float
  ret float %r
}
define float @uitofp_i16_float(i32 %a) {
  %s = trunc i32 %a to i16
  %r = uitofp i16 %s to float
  ret float %r
}
define float @sitofp_i32_float(i32 %a) {
  %r = sitofp i32 %a to float
  ret float %r
}
define float @uitofp_i32_float(i32 %a) {
  %r = uitofp i32 %a to float
  ret float %r
}
define float @sitofp_i64_float(i64 %a) {
  %r = sitofp i64 %a to float
  ret float %r
}
define float @uitofp_i64_float(i64 %a) {
  %r = uitofp i64 %a to float
  ret float %r
}
define double @sitofp_i1_double(i32 %a) {
  %s = trunc i32 %a to i1
  %r = sitofp i1 %s to double
  ret double %r
}
define double @uitofp_i1_double(i32 %a) {
  %s = trunc i32 %a to i1
  %r = uitofp i1 %s to double
  ret double %r
}
define double @sitofp_i8_double(i32 %a) {
  %s = trunc i32 %a to i8
  %r = sitofp i8 %s to double
  ret double %r
}
define double @uitofp_i8_double(i32 %a) {
  %s = trunc i32 %a to i8
  %r = uitofp i8 %s to double
  ret double %r
}
define double @sitofp_i16_double(i32 %a) {
  %s = trunc i32 %a to i16
  %r = sitofp i16 %s to double
  ret double %r
}
define double @uitofp_i16_double(i32 %a) {
  %s = trunc i32 %a to i16
  %r = uitofp i16 %s to double
  ret double %r
}
define double @sitofp_i32_double(i32 %a) {
  %r = sitofp i32 %a to double
  ret double %r
}
define double @uitofp_i32_double(i32 %a) {
  %r = uitofp i32 %a to double
  ret double %r
}
define double @sitofp_i64_double(i64 %a) {
  %r = sitofp i64 %a to double
  ret double %r
}
define double @uitofp_i64_double(i64 %a) {
  %r = uitofp i64 %a to double
  ret double %r
}
