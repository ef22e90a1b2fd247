; Conversions of vectors, between numbers and of bits.
; run: @fptosi(<1.9, -1.9, 2147483520.0, -2147483648.0>) -> <1, -1, 2147483520, -2147483648>
; run: @fptoui(<1.9, 2147483648.0, 4294967040.0, -0.5>) -> <1, -2147483648, -256, 0>
; run: @uitofp(<-1, 0, -2147483648, 16777217>) -> <4294967296.0, 0.0, 2147483648.0, 16777216.0>
; run: @sitofp(<-1, 0, -2147483648, 16777217>) -> <-1.0, 0.0, -2147483648.0, 16777216.0>
; edges: @fptosi @fptoui @sitofp @uitofp @float_bits @float_of_bits @halves_to_bytes @bytes_to_words @words_to_halves

define <4 x i32> @fptosi(<4 x float> %a) {
  %r = fptosi <4 x float> %a to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @fptoui(<4 x float> %a) {
  %r = fptoui <4 x float> %a to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @sitofp(<4 x i32> %a) {
  %r = sitofp <4 x i32> %a to <4 x float>
  ret <4 x float> %r
}
define <4 x float> @uitofp(<4 x i32> %a) {
  %r = uitofp <4 x i32> %a to <4 x float>
  ret <4 x float> %r
}
define <4 x i32> @float_bits(<4 x float> %a) {
  %r = bitcast <4 x float> %a to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @float_of_bits(<4 x i32> %a) {
  %r = bitcast <4 x i32> %a to <4 x float>
  ret <4 x float> %r
}
define <16 x i8> @halves_to_bytes(<8 x i16> %a) {
  %r = bitcast <8 x i16> %a to <16 x i8>
  ret <16 x i8> %r
}
define <4 x i32> @bytes_to_words(<16 x i8> %a) {
  %r = bitcast <16 x i8> %a to <4 x i32>
  ret <4 x i32> %r
}
define <8 x i16> @words_to_halves(<4 x i32> %a) {
  %r = bitcast <4 x i32> %a to <8 x i16>
  ret <8 x i16> %r
}
