; Floating point to integers of every width. Out of range the result is Unspecified and is ignored; the expected ones are in range.
; run: @fptosi_double_i64(double -9223372036854775808.0) -> i64 -9223372036854775808
; run: @fptosi_double_i64(double 4294967296.5) -> i64 4294967296
; run: @fptoui_double_i64(double 18446744073709549568.0) -> i64 -2048
; run: @fptoui_double_i64(double 9223372036854775808.0) -> i64 -9223372036854775808
; run: @fptoui_double_i32(double 4294967295.75) -> i32 -1
; run: @fptoui_double_i32(double 2147483648.0) -> i32 -2147483648
; run: @fptosi_double_i32(double -2147483648.5) -> i32 -2147483648
; run: @fptosi_float_i32(float -1.9) -> i32 -1
; run: @fptoui_float_i64(float 18446742974197923840.0) -> i64 -1099511627776
; run: @fptosi_float_i8(float -128.5) -> i32 128
; run: @fptoui_double_i16(double 65535.9) -> i32 65535
; run: @fptoui_double_i64(double -0.5) -> i64 0
; edges: @fptosi_float_i1 @fptoui_float_i1 @fptosi_float_i8 @fptoui_float_i8 @fptosi_float_i16 @fptoui_float_i16 @fptosi_float_i32 @fptoui_float_i32 @fptosi_float_i64 @fptoui_float_i64 @fptosi_double_i1 @fptoui_double_i1 @fptosi_double_i8 @fptoui_double_i8 @fptosi_double_i16 @fptoui_double_i16 @fptosi_double_i32 @fptoui_double_i32 @fptosi_double_i64 @fptoui_double_i64

define i32 @fptosi_float_i1(float %a) {
  %r = fptosi float %a to i1
  %z = zext i1 %r to i32
  ret i32 %z
}
define i32 @fptoui_float_i1(float %a) {
  %r = fptoui float %a to i1
  %z = zext i1 %r to i32
  ret i32 %z
}
define i32 @fptosi_float_i8(float %a) {
  %r = fptosi float %a to i8
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @fptoui_float_i8(float %a) {
  %r = fptoui float %a to i8
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @fptosi_float_i16(float %a) {
  %r = fptosi float %a to i16
  %z = zext i16 %r to i32
  ret i32 %z
}
define i32 @fptoui_float_i16(float %a) {
  %r = fptoui float %a to i16
  %z = zext i16 %r to i32
  ret i32 %z
}
define i32 @fptosi_float_i32(float %a) {
  %r = fptosi float %a to i32
  ret i32 %r
}
define i32 @fptoui_float_i32(float %a) {
  %r = fptoui float %a to i32
  ret i32 %r
}
define i64 @fptosi_float_i64(float %a) {
  %r = fptosi float %a to i64
  ret i64 %r
}
define i64 @fptoui_float_i64(float %a) {
  %r = fptoui float %a to i64
  ret i64 %r
}
define i32 @fptosi_double_i1(double %a) {
  %r = fptosi double %a to i1
  %z = zext i1 %r to i32
  ret i32 %z
}
define i32 @fptoui_double_i1(double %a) {
  %r = fptoui double %a to i1
  %z = zext i1 %r to i32
  ret i32 %z
}
define i32 @fptosi_double_i8(double %a) {
  %r = fptosi double %a to i8
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @fptoui_double_i8(double %a) {
  %r = fptoui double %a to i8
  %z = zext i8 %r to i32
  ret i32 %z
}
define i32 @fptosi_double_i16(double %a) {
  %r = fptosi double %a to i16
  %z = zext i16 %r to i32
  ret i32 %z
}
define i32 @fptoui_double_i16(double %a) {
  %r = fptoui double %a to i16
  %z = zext i16 %r to i32
  ret i32 %z
}
define i32 @fptosi_double_i32(double %a) {
  %r = fptosi double %a to i32
  ret i32 %r
}
define i32 @fptoui_double_i32(double %a) {
  %r = fptoui double %a to i32
  ret i32 %r
}
define i64 @fptosi_double_i64(double %a) {
  %r = fptosi double %a to i64
  ret i64 %r
}
define i64 @fptoui_double_i64(double %a) {
  %r = fptoui double %a to i64
  ret i64 %r
}
