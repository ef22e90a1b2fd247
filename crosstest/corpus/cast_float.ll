; Between the floating-point formats, and between floats and their bits. Bits of NaNs are Unspecified.
; run: @fptrunc(double 1.0000000596046448) -> float 1.0
; run: @fptrunc(double 3.4028235677973366e38) -> float inf
; run: @fptrunc(double 1e-46) -> float 0.0
; run: @fpext(float 0x00000001) -> double 1.401298464324817e-45
; run: @bits_of_float(float -0.0) -> i32 -2147483648
; run: @bits_of_double(double -inf) -> i64 0xfff0000000000000
; run: @float_of_bits(i32 0x3f800000) -> float 1.0
; run: @double_of_bits(i64 1) -> double 0x0000000000000001
; edges: @fptrunc @fpext @bits_of_float @bits_of_double @float_of_bits @double_of_bits @through_halves

define float @fptrunc(double %a) {
  %r = fptrunc double %a to float
  ret float %r
}
define double @fpext(float %a) {
  %r = fpext float %a to double
  ret double %r
}
define i32 @bits_of_float(float %a) {
  %r = bitcast float %a to i32
  ret i32 %r
}
define i64 @bits_of_double(double %a) {
  %r = bitcast double %a to i64
  ret i64 %r
}
define float @float_of_bits(i32 %a) {
  %r = bitcast i32 %a to float
  ret float %r
}
define double @double_of_bits(i64 %a) {
  %r = bitcast i64 %a to double
  ret double %r
}
define double @through_halves(i64 %a) {
  %low = and i64 %a, 4294967295
  %high = lshr i64 %a, 32
  %moved = shl i64 %high, 32
  %again = or i64 %moved, %low
  %r = bitcast i64 %again to double
  ret double %r
}
