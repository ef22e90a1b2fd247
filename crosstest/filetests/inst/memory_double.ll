; Loads and stores of double: little-endian, at any address.
; run: @load(i32 0) -> double 0x0807060504030201
; run: @load(i32 3) -> double 0x0b0a090807060504
; run: @store(i32 1, double 1.5) -> double 1.5
; run: @first_byte(double 1.5) -> i32 0
; run: @last_byte(double 1.5) -> i32 63
; run: @align1(double 1.5) -> double 1.5
; run: @align8(double 1.5) -> double 1.5
; run: @store(i32 1, double -inf) -> double -inf
; run: @first_byte(double -inf) -> i32 0
; run: @last_byte(double -inf) -> i32 255
; run: @align1(double -inf) -> double -inf
; run: @align8(double -inf) -> double -inf
; check x8632 x8664 @load: movsd xmm

@data = internal constant [16 x i8] c"\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\10", align 1
@cell = internal global [32 x i8] zeroinitializer, align 8

define double @load(i32 %i) {
  %b = ptrtoint [16 x i8]* @data to i32
  %s = add i32 %b, %i
  %p = inttoptr i32 %s to double*
  %v = load double* %p, align 1
  ret double %v
}
define double @store(i32 %i, double %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, %i
  %p = inttoptr i32 %s to double*
  store double %a, double* %p, align 1
  %v = load double* %p, align 1
  ret double %v
}
define i32 @first_byte(double %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, 1
  %p = inttoptr i32 %s to double*
  store double %a, double* %p, align 1
  %t = add i32 %b, 1
  %q = inttoptr i32 %t to i8*
  %c = load i8* %q, align 1
  %r = zext i8 %c to i32
  ret i32 %r
}
define i32 @last_byte(double %a) {
  %b = ptrtoint [32 x i8]* @cell to i32
  %s = add i32 %b, 1
  %p = inttoptr i32 %s to double*
  store double %a, double* %p, align 1
  %t = add i32 %b, 8
  %q = inttoptr i32 %t to i8*
  %c = load i8* %q, align 1
  %r = zext i8 %c to i32
  ret i32 %r
}
define double @align1(double %a) {
  %p = bitcast [32 x i8]* @cell to double*
  store double %a, double* %p, align 1
  %v = load double* %p, align 1
  ret double %v
}
define double @align8(double %a) {
  %p = bitcast [32 x i8]* @cell to double*
  store double %a, double* %p, align 8
  %v = load double* %p, align 8
  ret double %v
}
