; Accesses at exactly the alignment that one instruction wants, and at the next lower one, which promises or the address give: MIPS makes them of
; parts below it, ARM by core registers.
; recipes: O2
; run: @load_i16_2() -> i32 6681
; run: @store_i16_2(i32 -2)
; run: @load_i16_1() -> i32 6681
; run: @store_i16_1(i32 -2)
; run: @load_i32_4() -> i32 471538201
; run: @store_i32_4(i32 -2)
; run: @load_i32_2() -> i32 471538201
; run: @store_i32_2(i32 -2)
; run: @load_i64_4() -> i64 2314601843866147353
; run: @store_i64_4(i64 -2)
; run: @both_float_4(float 2.5) -> float 2.5
; run: @both_float_1(float 2.5) -> float 2.5
; run: @both_double_8(double 2.5) -> double 2.5
; run: @both_double_1(double 2.5) -> double 2.5
; check-not mips32 @load_i16_2: lbu
; check mips32 @load_i16_2: lhu
; check-not mips32 @load_i16_2: lbu
; check-not mips32 @store_i16_2: sb 
; check mips32 @store_i16_2: sh $
; check-not mips32 @store_i16_2: sb 
; check-not mips32 @load_i16_1: lhu
; check mips32 @load_i16_1: lbu
; check-not mips32 @load_i16_1: lhu
; check-not mips32 @store_i16_1: sh $
; check mips32 @store_i16_1: sb 
; check-not mips32 @store_i16_1: sh $
; check-not mips32 @load_i32_4: lwl
; check mips32 @load_i32_4: lw $
; check-not mips32 @load_i32_4: lwl
; check-not mips32 @store_i32_4: swl
; check mips32 @store_i32_4: sw $
; check-not mips32 @store_i32_4: swl
; check-not mips32 @load_i32_2: lw $
; check mips32 @load_i32_2: lwl
; check-not mips32 @load_i32_2: lw $
; check-not mips32 @store_i32_2: sw $
; check mips32 @store_i32_2: swl
; check-not mips32 @store_i32_2: sw $
; check-not mips32 @load_i64_4: lwl
; check mips32 @load_i64_4: lw $
; check-not mips32 @load_i64_4: lwl
; check-not mips32 @store_i64_4: swl
; check mips32 @store_i64_4: sw $
; check-not mips32 @store_i64_4: swl
; check-not mips32 @load_float_4: lwl
; check mips32 @load_float_4: lwc1
; check-not mips32 @load_float_4: lwl
; check-not arm32 @load_float_4: ldr r
; check arm32 @load_float_4: vldr
; check-not arm32 @load_float_4: ldr r
; check-not mips32 @store_float_4: swl
; check mips32 @store_float_4: swc1
; check-not mips32 @store_float_4: swl
; check-not arm32 @store_float_4: str r
; check arm32 @store_float_4: vstr
; check-not arm32 @store_float_4: str r
; check-not mips32 @load_float_1: lwc1
; check mips32 @load_float_1: lwl
; check-not mips32 @load_float_1: lwc1
; check-not arm32 @load_float_1: vldr
; check arm32 @load_float_1: ldr
; check-not arm32 @load_float_1: vldr
; check-not mips32 @store_float_1: swc1
; check mips32 @store_float_1: swl
; check-not mips32 @store_float_1: swc1
; check-not arm32 @store_float_1: vstr
; check arm32 @store_float_1: str
; check-not arm32 @store_float_1: vstr
; check-not mips32 @load_double_8: lwl
; check mips32 @load_double_8: ldc1
; check-not mips32 @load_double_8: lwl
; check-not arm32 @load_double_8: ldr r
; check arm32 @load_double_8: vldr
; check-not arm32 @load_double_8: ldr r
; check-not mips32 @store_double_8: swl
; check mips32 @store_double_8: sdc1
; check-not mips32 @store_double_8: swl
; check-not arm32 @store_double_8: str r
; check arm32 @store_double_8: vstr
; check-not arm32 @store_double_8: str r
; check-not mips32 @load_double_1: ldc1
; check mips32 @load_double_1: lwl
; check-not mips32 @load_double_1: ldc1
; check-not arm32 @load_double_1: vldr
; check arm32 @load_double_1: ldr
; check-not arm32 @load_double_1: vldr
; check-not mips32 @store_double_1: sdc1
; check mips32 @store_double_1: swl
; check-not mips32 @store_double_1: sdc1
; check-not arm32 @store_double_1: vstr
; check arm32 @store_double_1: str
; check-not arm32 @store_double_1: vstr
@one = internal global [24 x i8] c"\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f\20\21\22\23\24\25\26\27\28", align 1
@two = internal global [24 x i8] c"\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f\20\21\22\23\24\25\26\27\28", align 2
@four = internal global [24 x i8] c"\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f\20\21\22\23\24\25\26\27\28", align 4
@eight = internal global [24 x i8] c"\11\12\13\14\15\16\17\18\19\1a\1b\1c\1d\1e\1f\20\21\22\23\24\25\26\27\28", align 8
define i32 @load_i16_2() {
  %b = ptrtoint [24 x i8]* @two to i32
  %a = add i32 %b, 8
  %p = inttoptr i32 %a to i16*
  %v = load i16* %p, align 1
  %r = zext i16 %v to i32
  ret i32 %r
}
define void @store_i16_2(i32 %x) {
  %t = trunc i32 %x to i16
  %b = ptrtoint [24 x i8]* @two to i32
  %a = add i32 %b, 8
  %p = inttoptr i32 %a to i16*
  store i16 %t, i16* %p, align 1
  ret void
}
define i32 @load_i16_1() {
  %b = ptrtoint [24 x i8]* @one to i32
  %a = add i32 %b, 8
  %p = inttoptr i32 %a to i16*
  %v = load i16* %p, align 1
  %r = zext i16 %v to i32
  ret i32 %r
}
define void @store_i16_1(i32 %x) {
  %t = trunc i32 %x to i16
  %b = ptrtoint [24 x i8]* @one to i32
  %a = add i32 %b, 8
  %p = inttoptr i32 %a to i16*
  store i16 %t, i16* %p, align 1
  ret void
}
define i32 @load_i32_4() {
  %b = ptrtoint [24 x i8]* @four to i32
  %a = add i32 %b, 8
  %p = inttoptr i32 %a to i32*
  %v = load i32* %p, align 1
  %r = add i32 %v, 0
  ret i32 %r
}
define void @store_i32_4(i32 %x) {
  %b = ptrtoint [24 x i8]* @four to i32
  %a = add i32 %b, 8
  %p = inttoptr i32 %a to i32*
  store i32 %x, i32* %p, align 1
  ret void
}
define i32 @load_i32_2() {
  %b = ptrtoint [24 x i8]* @two to i32
  %a = add i32 %b, 8
  %p = inttoptr i32 %a to i32*
  %v = load i32* %p, align 1
  %r = add i32 %v, 0
  ret i32 %r
}
define void @store_i32_2(i32 %x) {
  %b = ptrtoint [24 x i8]* @two to i32
  %a = add i32 %b, 8
  %p = inttoptr i32 %a to i32*
  store i32 %x, i32* %p, align 1
  ret void
}
define i64 @load_i64_4() {
  %b = ptrtoint [24 x i8]* @four to i32
  %a = add i32 %b, 8
  %p = inttoptr i32 %a to i64*
  %v = load i64* %p, align 1
  %r = add i64 %v, 0
  ret i64 %r
}
define void @store_i64_4(i64 %x) {
  %b = ptrtoint [24 x i8]* @four to i32
  %a = add i32 %b, 8
  %p = inttoptr i32 %a to i64*
  store i64 %x, i64* %p, align 1
  ret void
}
define float @load_float_4(i32 %a) {
  %p = inttoptr i32 %a to float*
  %v = load float* %p, align 4
  ret float %v
}
define void @store_float_4(i32 %a, float %x) {
  %p = inttoptr i32 %a to float*
  store float %x, float* %p, align 4
  ret void
}
define float @both_float_4(float %x) {
  %b = ptrtoint [24 x i8]* @eight to i32
  %a = add i32 %b, 8
  call void @store_float_4(i32 %a, float %x)
  %v = call float @load_float_4(i32 %a)
  ret float %v
}
define float @load_float_1(i32 %a) {
  %p = inttoptr i32 %a to float*
  %v = load float* %p, align 1
  ret float %v
}
define void @store_float_1(i32 %a, float %x) {
  %p = inttoptr i32 %a to float*
  store float %x, float* %p, align 1
  ret void
}
define float @both_float_1(float %x) {
  %b = ptrtoint [24 x i8]* @eight to i32
  %a = add i32 %b, 5
  call void @store_float_1(i32 %a, float %x)
  %v = call float @load_float_1(i32 %a)
  ret float %v
}
define double @load_double_8(i32 %a) {
  %p = inttoptr i32 %a to double*
  %v = load double* %p, align 8
  ret double %v
}
define void @store_double_8(i32 %a, double %x) {
  %p = inttoptr i32 %a to double*
  store double %x, double* %p, align 8
  ret void
}
define double @both_double_8(double %x) {
  %b = ptrtoint [24 x i8]* @eight to i32
  %a = add i32 %b, 8
  call void @store_double_8(i32 %a, double %x)
  %v = call double @load_double_8(i32 %a)
  ret double %v
}
define double @load_double_1(i32 %a) {
  %p = inttoptr i32 %a to double*
  %v = load double* %p, align 1
  ret double %v
}
define void @store_double_1(i32 %a, double %x) {
  %p = inttoptr i32 %a to double*
  store double %x, double* %p, align 1
  ret void
}
define double @both_double_1(double %x) {
  %b = ptrtoint [24 x i8]* @eight to i32
  %a = add i32 %b, 5
  call void @store_double_1(i32 %a, double %x)
  %v = call double @load_double_1(i32 %a)
  ret double %v
}
