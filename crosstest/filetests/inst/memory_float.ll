; Loads and stores of float: little-endian, at any address.
; run: @load(i32 0) -> float 0x04030201
; run: @load(i32 3) -> float 0x07060504
; run: @store(i32 1, float 1.5) -> float 1.5
; run: @first_byte(float 1.5) -> i32 0
; run: @last_byte(float 1.5) -> i32 63
; run: @align1(float 1.5) -> float 1.5
; run: @align4(float 1.5) -> float 1.5
; run: @store(i32 1, float -0.0) -> float -0.0
; run: @first_byte(float -0.0) -> i32 0
; run: @last_byte(float -0.0) -> i32 128
; run: @align1(float -0.0) -> float -0.0
; run: @align4(float -0.0) -> float -0.0
; check x8632 x8664 @load: movss xmm

@data = internal constant [16 x i8] c"\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\10", align 1
@cell = internal global [32 x i8] zeroinitializer, align 8

define float @load(i32 %i) {
  %b = ptrtoint [16 x i8]* @data to i32
  %s = add i32 %b, %i
  %p = inttoptr i32 %s to float*
  %v = load float* %p, align 1
  ret float %v
}
define float @store(i32 %i, float %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, %i
  %p = inttoptr i32 %s to float*
  store float %a, float* %p, align 1
  %v = load float* %p, align 1
  ret float %v
}
define i32 @first_byte(float %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, 1
  %p = inttoptr i32 %s to float*
  store float %a, float* %p, align 1
  %t = add i32 %b, 1
  %q = inttoptr i32 %t to i8*
  %c = load i8* %q, align 1
  %r = zext i8 %c to i32
  ret i32 %r
}
define i32 @last_byte(float %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, 1
  %p = inttoptr i32 %s to float*
  store float %a, float* %p, align 1
  %t = add i32 %b, 4
  %q = inttoptr i32 %t to i8*
  %c = load i8* %q, align 1
  %r = zext i8 %c to i32
  ret i32 %r
}
define float @align1(float %a) {
  %p = bitcast [32 x i8]* @cell to float*
  store float %a, float* %p, align 1
  %v = load float* %p, align 1
  ret float %v
}
define float @align4(float %a) {
  %p = bitcast [32 x i8]* @cell to float*
  store float %a, float* %p, align 4
  %v = load float* %p, align 4
  ret float %v
}
