; Bitcasts of vectors: lane 0 has the lowest bits.
; run: @v4i32_v4i32(<4 x i32> <1065353216, -1073741824, 67305985, 2097020671>) -> <4 x i32> <1065353216, -1073741824, 67305985, 2097020671>
; run: @v4i32_v8i16(<4 x i32> <1065353216, -1073741824, 67305985, 2097020671>) -> <8 x i16> <0, 16256, 0, -16384, 513, 1027, -257, 31997>
; run: @v4i32_v16i8(<4 x i32> <1065353216, -1073741824, 67305985, 2097020671>) -> <16 x i8> <0, 0, -128, 63, 0, 0, 0, -64, 1, 2, 3, 4, -1, -2, -3, 124>
; run: @v4i32_v4f32(<4 x i32> <1065353216, -1073741824, 67305985, 2097020671>) -> <4 x float> <0x3f800000, 0xc0000000, 0x04030201, 0x7cfdfeff>
; run: @v8i16_v4i32(<8 x i16> <0, 16256, 0, -16384, 513, 1027, -257, 31997>) -> <4 x i32> <1065353216, -1073741824, 67305985, 2097020671>
; run: @v8i16_v8i16(<8 x i16> <0, 16256, 0, -16384, 513, 1027, -257, 31997>) -> <8 x i16> <0, 16256, 0, -16384, 513, 1027, -257, 31997>
; run: @v8i16_v16i8(<8 x i16> <0, 16256, 0, -16384, 513, 1027, -257, 31997>) -> <16 x i8> <0, 0, -128, 63, 0, 0, 0, -64, 1, 2, 3, 4, -1, -2, -3, 124>
; run: @v8i16_v4f32(<8 x i16> <0, 16256, 0, -16384, 513, 1027, -257, 31997>) -> <4 x float> <0x3f800000, 0xc0000000, 0x04030201, 0x7cfdfeff>
; run: @v16i8_v4i32(<16 x i8> <0, 0, -128, 63, 0, 0, 0, -64, 1, 2, 3, 4, -1, -2, -3, 124>) -> <4 x i32> <1065353216, -1073741824, 67305985, 2097020671>
; run: @v16i8_v8i16(<16 x i8> <0, 0, -128, 63, 0, 0, 0, -64, 1, 2, 3, 4, -1, -2, -3, 124>) -> <8 x i16> <0, 16256, 0, -16384, 513, 1027, -257, 31997>
; run: @v16i8_v16i8(<16 x i8> <0, 0, -128, 63, 0, 0, 0, -64, 1, 2, 3, 4, -1, -2, -3, 124>) -> <16 x i8> <0, 0, -128, 63, 0, 0, 0, -64, 1, 2, 3, 4, -1, -2, -3, 124>
; run: @v16i8_v4f32(<16 x i8> <0, 0, -128, 63, 0, 0, 0, -64, 1, 2, 3, 4, -1, -2, -3, 124>) -> <4 x float> <0x3f800000, 0xc0000000, 0x04030201, 0x7cfdfeff>
; run: @v4f32_v4i32(<4 x float> <0x3f800000, 0xc0000000, 0x04030201, 0x7cfdfeff>) -> <4 x i32> <1065353216, -1073741824, 67305985, 2097020671>
; run: @v4f32_v8i16(<4 x float> <0x3f800000, 0xc0000000, 0x04030201, 0x7cfdfeff>) -> <8 x i16> <0, 16256, 0, -16384, 513, 1027, -257, 31997>
; run: @v4f32_v16i8(<4 x float> <0x3f800000, 0xc0000000, 0x04030201, 0x7cfdfeff>) -> <16 x i8> <0, 0, -128, 63, 0, 0, 0, -64, 1, 2, 3, 4, -1, -2, -3, 124>
; run: @v4f32_v4f32(<4 x float> <0x3f800000, 0xc0000000, 0x04030201, 0x7cfdfeff>) -> <4 x float> <0x3f800000, 0xc0000000, 0x04030201, 0x7cfdfeff>
; run: @v8i1_i8(<8 x i1> <1, 0, 0, 1, 0, 0, 0, 1>) -> i32 137
; run: @i8_v8i1(i32 137) -> <8 x i1> <1, 0, 0, 1, 0, 0, 0, 1>
; run: @v16i1_i16(<16 x i1> <1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1>) -> i32 35209
; run: @i16_v16i1(i32 35209) -> <16 x i1> <1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1>
; run: @v4i1_v4i1(<4 x i1> <1, 0, 0, 1>) -> <4 x i1> <1, 0, 0, 1>
; run: @v8i1_v8i1(<8 x i1> <1, 0, 0, 1, 1, 0, 0, 1>) -> <8 x i1> <1, 0, 0, 1, 1, 0, 0, 1>
; run: @v16i1_v16i1(<16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>) -> <16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>

define <4 x i32> @v4i32_v4i32(<4 x i32> %a) {
  %r = bitcast <4 x i32> %a to <4 x i32>
  ret <4 x i32> %r
}
define <8 x i16> @v4i32_v8i16(<4 x i32> %a) {
  %r = bitcast <4 x i32> %a to <8 x i16>
  ret <8 x i16> %r
}
define <16 x i8> @v4i32_v16i8(<4 x i32> %a) {
  %r = bitcast <4 x i32> %a to <16 x i8>
  ret <16 x i8> %r
}
define <4 x float> @v4i32_v4f32(<4 x i32> %a) {
  %r = bitcast <4 x i32> %a to <4 x float>
  ret <4 x float> %r
}
define <4 x i32> @v8i16_v4i32(<8 x i16> %a) {
  %r = bitcast <8 x i16> %a to <4 x i32>
  ret <4 x i32> %r
}
define <8 x i16> @v8i16_v8i16(<8 x i16> %a) {
  %r = bitcast <8 x i16> %a to <8 x i16>
  ret <8 x i16> %r
}
define <16 x i8> @v8i16_v16i8(<8 x i16> %a) {
  %r = bitcast <8 x i16> %a to <16 x i8>
  ret <16 x i8> %r
}
define <4 x float> @v8i16_v4f32(<8 x i16> %a) {
  %r = bitcast <8 x i16> %a to <4 x float>
  ret <4 x float> %r
}
define <4 x i32> @v16i8_v4i32(<16 x i8> %a) {
  %r = bitcast <16 x i8> %a to <4 x i32>
  ret <4 x i32> %r
}
define <8 x i16> @v16i8_v8i16(<16 x i8> %a) {
  %r = bitcast <16 x i8> %a to <8 x i16>
  ret <8 x i16> %r
}
define <16 x i8> @v16i8_v16i8(<16 x i8> %a) {
  %r = bitcast <16 x i8> %a to <16 x i8>
  ret <16 x i8> %r
}
define <4 x float> @v16i8_v4f32(<16 x i8> %a) {
  %r = bitcast <16 x i8> %a to <4 x float>
  ret <4 x float> %r
}
define <4 x i32> @v4f32_v4i32(<4 x float> %a) {
  %r = bitcast <4 x float> %a to <4 x i32>
  ret <4 x i32> %r
}
define <8 x i16> @v4f32_v8i16(<4 x float> %a) {
  %r = bitcast <4 x float> %a to <8 x i16>
  ret <8 x i16> %r
}
define <16 x i8> @v4f32_v16i8(<4 x float> %a) {
  %r = bitcast <4 x float> %a to <16 x i8>
  ret <16 x i8> %r
}
define <4 x float> @v4f32_v4f32(<4 x float> %a) {
  %r = bitcast <4 x float> %a to <4 x float>
  ret <4 x float> %r
}
define i32 @v8i1_i8(<8 x i1> %a) {
  %x = bitcast <8 x i1> %a to i8
  %r = zext i8 %x to i32
  ret i32 %r
}
define <8 x i1> @i8_v8i1(i32 %a) {
  %x = trunc i32 %a to i8
  %r = bitcast i8 %x to <8 x i1>
  ret <8 x i1> %r
}
define i32 @v16i1_i16(<16 x i1> %a) {
  %x = bitcast <16 x i1> %a to i16
  %r = zext i16 %x to i32
  ret i32 %r
}
define <16 x i1> @i16_v16i1(i32 %a) {
  %x = trunc i32 %a to i16
  %r = bitcast i16 %x to <16 x i1>
  ret <16 x i1> %r
}
define <4 x i1> @v4i1_v4i1(<4 x i1> %a) {
  %r = bitcast <4 x i1> %a to <4 x i1>
  ret <4 x i1> %r
}
define <8 x i1> @v8i1_v8i1(<8 x i1> %a) {
  %r = bitcast <8 x i1> %a to <8 x i1>
  ret <8 x i1> %r
}
define <16 x i1> @v16i1_v16i1(<16 x i1> %a) {
  %r = bitcast <16 x i1> %a to <16 x i1>
  ret <16 x i1> %r
}
