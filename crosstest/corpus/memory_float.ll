; Loads and stores of floating-point numbers and vectors, aligned and not.
; run: @float_constants()
; edges: @through_float_1 @through_float_4 @through_double_1 @through_double_8 @through_v16i8_1 @through_v8i16_2 @through_v4i32_4 @through_v4f32_4

@buffer = internal global [96 x i8] zeroinitializer, align 16
define float @through_float_1(float %a, i32 %i) {
  %base = ptrtoint [96 x i8]* @buffer to i32
  %k = and i32 %i, 3
  %o = mul i32 %k, 1
  %addr = add i32 %base, %o
  %p = inttoptr i32 %addr to float*
  store float %a, float* %p, align 1
  %r = load float* %p, align 1
  %far = add i32 %addr, 33
  %q = inttoptr i32 %far to float*
  store float %r, float* %q, align 1
  ret float %r
}
define float @through_float_4(float %a, i32 %i) {
  %base = ptrtoint [96 x i8]* @buffer to i32
  %k = and i32 %i, 3
  %o = mul i32 %k, 4
  %addr = add i32 %base, %o
  %p = inttoptr i32 %addr to float*
  store float %a, float* %p, align 4
  %r = load float* %p, align 4
  %far = add i32 %addr, 32
  %q = inttoptr i32 %far to float*
  store float %r, float* %q, align 4
  ret float %r
}
define double @through_double_1(double %a, i32 %i) {
  %base = ptrtoint [96 x i8]* @buffer to i32
  %k = and i32 %i, 3
  %o = mul i32 %k, 1
  %addr = add i32 %base, %o
  %p = inttoptr i32 %addr to double*
  store double %a, double* %p, align 1
  %r = load double* %p, align 1
  %far = add i32 %addr, 33
  %q = inttoptr i32 %far to double*
  store double %r, double* %q, align 1
  ret double %r
}
define double @through_double_8(double %a, i32 %i) {
  %base = ptrtoint [96 x i8]* @buffer to i32
  %k = and i32 %i, 3
  %o = mul i32 %k, 8
  %addr = add i32 %base, %o
  %p = inttoptr i32 %addr to double*
  store double %a, double* %p, align 8
  %r = load double* %p, align 8
  %far = add i32 %addr, 32
  %q = inttoptr i32 %far to double*
  store double %r, double* %q, align 8
  ret double %r
}
define <16 x i8> @through_v16i8_1(<16 x i8> %a, i32 %i) {
  %base = ptrtoint [96 x i8]* @buffer to i32
  %k = and i32 %i, 3
  %o = mul i32 %k, 1
  %addr = add i32 %base, %o
  %p = inttoptr i32 %addr to <16 x i8>*
  store <16 x i8> %a, <16 x i8>* %p, align 1
  %r = load <16 x i8>* %p, align 1
  %far = add i32 %addr, 33
  %q = inttoptr i32 %far to <16 x i8>*
  store <16 x i8> %r, <16 x i8>* %q, align 1
  ret <16 x i8> %r
}
define <8 x i16> @through_v8i16_2(<8 x i16> %a, i32 %i) {
  %base = ptrtoint [96 x i8]* @buffer to i32
  %k = and i32 %i, 3
  %o = mul i32 %k, 2
  %addr = add i32 %base, %o
  %p = inttoptr i32 %addr to <8 x i16>*
  store <8 x i16> %a, <8 x i16>* %p, align 2
  %r = load <8 x i16>* %p, align 2
  %far = add i32 %addr, 32
  %q = inttoptr i32 %far to <8 x i16>*
  store <8 x i16> %r, <8 x i16>* %q, align 2
  ret <8 x i16> %r
}
define <4 x i32> @through_v4i32_4(<4 x i32> %a, i32 %i) {
  %base = ptrtoint [96 x i8]* @buffer to i32
  %k = and i32 %i, 3
  %o = mul i32 %k, 4
  %addr = add i32 %base, %o
  %p = inttoptr i32 %addr to <4 x i32>*
  store <4 x i32> %a, <4 x i32>* %p, align 4
  %r = load <4 x i32>* %p, align 4
  %far = add i32 %addr, 32
  %q = inttoptr i32 %far to <4 x i32>*
  store <4 x i32> %r, <4 x i32>* %q, align 4
  ret <4 x i32> %r
}
define <4 x float> @through_v4f32_4(<4 x float> %a, i32 %i) {
  %base = ptrtoint [96 x i8]* @buffer to i32
  %k = and i32 %i, 3
  %o = mul i32 %k, 4
  %addr = add i32 %base, %o
  %p = inttoptr i32 %addr to <4 x float>*
  store <4 x float> %a, <4 x float>* %p, align 4
  %r = load <4 x float>* %p, align 4
  %far = add i32 %addr, 32
  %q = inttoptr i32 %far to <4 x float>*
  store <4 x float> %r, <4 x float>* %q, align 4
  ret <4 x float> %r
}
define void @float_constants() {
  %p = bitcast [96 x i8]* @buffer to float*
  store float 1.5, float* %p, align 4
  %base = ptrtoint [96 x i8]* @buffer to i32
  %a = add i32 %base, 8
  %q = inttoptr i32 %a to double*
  store double -0.0, double* %q, align 8
  %b = add i32 %base, 16
  %r = inttoptr i32 %b to double*
  store double 0.1, double* %r, align 8
  ret void
}
