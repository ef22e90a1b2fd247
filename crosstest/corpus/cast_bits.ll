; Casts that keep the bits, between every two types of one width; masks and numbers; truth values and floating point.
; run: @signed_truth(<1, 2, 3, 4>, <2, 2, 2, 5>) -> <-1.0, 0.0, 0.0, -1.0>
; run: @unsigned_truth(<1, 2, 3, 4>, <2, 2, 2, 5>) -> <1.0, 0.0, 0.0, 1.0>
; run: @to_signed_truth(<0.5, -1.0, -0.5, 0.0>) -> <0, -1, 0, 0>
; run: @to_unsigned_truth(<0.5, 1.0, 1.5, 0.0>) -> <0, 1, 1, 0>
; run: @mask_8(<1, 2, 3, 4, 5, 6, 7, 8>, <2, 2, 2, 5, 9, 0, 0, 9>) -> i32 153
; run: @v4i32_to_v16i8(<0x04030201, 0x08070605, 0, -1>) -> <1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, -1, -1, -1, -1>
; edges: @same_i8 @same_i16 @same_i1 @same_i32 @same_i64 @same_float @same_double @same_v16i8 @same_v8i16 @same_v4i32 @same_v4f32 @v16i8_to_v8i16 @v16i8_to_v4i32 @v16i8_to_v4f32 @v8i16_to_v16i8 @v8i16_to_v4i32 @v8i16_to_v4f32 @v4i32_to_v16i8 @v4i32_to_v8i16 @v4i32_to_v4f32 @v4f32_to_v16i8 @v4f32_to_v8i16 @v4f32_to_v4i32 @mask_8 @from_mask_8 @mask_16 @from_mask_16 @same_mask @signed_truth @unsigned_truth @to_signed_truth @to_unsigned_truth

define i32 @same_i8(i32 %a) {
  %n = trunc i32 %a to i8
  %m = bitcast i8 %n to i8
  %r = sext i8 %m to i32
  ret i32 %r
}
define i32 @same_i16(i32 %a) {
  %n = trunc i32 %a to i16
  %m = bitcast i16 %n to i16
  %r = sext i16 %m to i32
  ret i32 %r
}
define i32 @same_i1(i32 %a) {
  %n = trunc i32 %a to i1
  %m = bitcast i1 %n to i1
  %r = sext i1 %m to i32
  ret i32 %r
}
define i32 @same_i32(i32 %a) {
  %r = bitcast i32 %a to i32
  ret i32 %r
}
define i64 @same_i64(i64 %a) {
  %r = bitcast i64 %a to i64
  ret i64 %r
}
define float @same_float(float %a) {
  %r = bitcast float %a to float
  ret float %r
}
define double @same_double(double %a) {
  %r = bitcast double %a to double
  ret double %r
}
define <16 x i8> @same_v16i8(<16 x i8> %a) {
  %r = bitcast <16 x i8> %a to <16 x i8>
  ret <16 x i8> %r
}
define <8 x i16> @same_v8i16(<8 x i16> %a) {
  %r = bitcast <8 x i16> %a to <8 x i16>
  ret <8 x i16> %r
}
define <4 x i32> @same_v4i32(<4 x i32> %a) {
  %r = bitcast <4 x i32> %a to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @same_v4f32(<4 x float> %a) {
  %r = bitcast <4 x float> %a to <4 x float>
  ret <4 x float> %r
}
define <8 x i16> @v16i8_to_v8i16(<16 x i8> %a) {
  %r = bitcast <16 x i8> %a to <8 x i16>
  ret <8 x i16> %r
}
define <4 x i32> @v16i8_to_v4i32(<16 x i8> %a) {
  %r = bitcast <16 x i8> %a to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @v16i8_to_v4f32(<16 x i8> %a) {
  %r = bitcast <16 x i8> %a to <4 x float>
  ret <4 x float> %r
}
define <16 x i8> @v8i16_to_v16i8(<8 x i16> %a) {
  %r = bitcast <8 x i16> %a to <16 x i8>
  ret <16 x i8> %r
}
define <4 x i32> @v8i16_to_v4i32(<8 x i16> %a) {
  %r = bitcast <8 x i16> %a to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @v8i16_to_v4f32(<8 x i16> %a) {
  %r = bitcast <8 x i16> %a to <4 x float>
  ret <4 x float> %r
}
define <16 x i8> @v4i32_to_v16i8(<4 x i32> %a) {
  %r = bitcast <4 x i32> %a to <16 x i8>
  ret <16 x i8> %r
}
define <8 x i16> @v4i32_to_v8i16(<4 x i32> %a) {
  %r = bitcast <4 x i32> %a to <8 x i16>
  ret <8 x i16> %r
}
define <4 x float> @v4i32_to_v4f32(<4 x i32> %a) {
  %r = bitcast <4 x i32> %a to <4 x float>
  ret <4 x float> %r
}
define <16 x i8> @v4f32_to_v16i8(<4 x float> %a) {
  %r = bitcast <4 x float> %a to <16 x i8>
  ret <16 x i8> %r
}
define <8 x i16> @v4f32_to_v8i16(<4 x float> %a) {
  %r = bitcast <4 x float> %a to <8 x i16>
  ret <8 x i16> %r
}
define <4 x i32> @v4f32_to_v4i32(<4 x float> %a) {
  %r = bitcast <4 x float> %a to <4 x i32>
  ret <4 x i32> %r
}
define i32 @mask_8(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp slt <8 x i16> %a, %b
  %m = bitcast <8 x i1> %c to i8
  %r = zext i8 %m to i32
  ret i32 %r
}
define <8 x i16> @from_mask_8(i32 %a, <8 x i16> %b) {
  %m = trunc i32 %a to i8
  %c = bitcast i8 %m to <8 x i1>
  %d = bitcast <8 x i1> %c to <8 x i1>
  %r = select <8 x i1> %d, <8 x i16> %b, <8 x i16> zeroinitializer
  ret <8 x i16> %r
}
define i32 @mask_16(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp slt <16 x i8> %a, %b
  %m = bitcast <16 x i1> %c to i16
  %r = zext i16 %m to i32
  ret i32 %r
}
define <16 x i8> @from_mask_16(i32 %a, <16 x i8> %b) {
  %m = trunc i32 %a to i16
  %c = bitcast i16 %m to <16 x i1>
  %d = bitcast <16 x i1> %c to <16 x i1>
  %r = select <16 x i1> %d, <16 x i8> %b, <16 x i8> zeroinitializer
  ret <16 x i8> %r
}
define <4 x i32> @same_mask(<4 x i32> %a) {
  %c = icmp slt <4 x i32> %a, zeroinitializer
  %d = bitcast <4 x i1> %c to <4 x i1>
  %r = sext <4 x i1> %d to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @signed_truth(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp slt <4 x i32> %a, %b
  %r = sitofp <4 x i1> %c to <4 x float>
  ret <4 x float> %r
}
define <4 x float> @unsigned_truth(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp slt <4 x i32> %a, %b
  %r = uitofp <4 x i1> %c to <4 x float>
  ret <4 x float> %r
}
define <4 x i32> @to_signed_truth(<4 x float> %a) {
  %c = fptosi <4 x float> %a to <4 x i1>
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @to_unsigned_truth(<4 x float> %a) {
  %c = fptoui <4 x float> %a to <4 x i1>
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
