; The farthest displacements that loads have, and the next ones, to which the address is added.
; recipes: O2
; run: @call_i8_32752() -> i32 17
; run: @call_i8_32753() -> i32 17
; run: @call_i8_m32768() -> i32 17
; run: @call_i8_m32769() -> i32 17
; run: @call_i32_4091() -> i32 1144201745
; run: @call_i32_4092() -> i32 1144201745
; run: @call_i32_m4091() -> i32 1144201745
; run: @call_i32_m4092() -> i32 1144201745
; run: @call_i16_255() -> i32 8721
; run: @call_i16_256() -> i32 8721
; run: @call_i16_m255() -> i32 8721
; run: @call_i16_m256() -> i32 8721
; run: @call_double_1016() -> double 2.5
; run: @call_double_1024() -> double 2.5
; run: @call_double_m1016() -> double 2.5
; run: @call_double_m1024() -> double 2.5
; check mips32 @i8_32752: 0x7ff0($a0)
; check-not mips32 @i8_32753: 0x7ff1($a0)
; check mips32 @i8_m32768: -0x8000($a0)
; check-not mips32 @i8_m32769: -0x8001($a0)
; check arm32 @i32_4091: [r0, #0xffb]
; check-not arm32 @i32_4092: [r0, #0xffc]
; check arm32 @i32_m4091: [r0, #-0xffb]
; check-not arm32 @i32_m4092: [r0, #-0xffc]
; check arm32 @i16_255: [r0, #0xff]
; check-not arm32 @i16_256: [r0, #0x100]
; check arm32 @i16_m255: [r0, #-0xff]
; check-not arm32 @i16_m256: [r0, #-0x100]
; check arm32 @double_1016: [r0, #0x3f8]
; check-not arm32 @double_1024: [r0, #0x400]
; check arm32 @double_m1016: [r0, #-0x3f8]
; check-not arm32 @double_m1024: [r0, #-0x400]
@data = internal global [16 x i8] c"\11\22\33\44\00\00\00\00\00\00\00\00\00\00\00\00", align 16
@number = internal global [8 x i8] c"\00\00\00\00\00\00\04\40", align 8
define i32 @i8_32752(i32 %x) {
  %a = add i32 %x, 32752
  %p = inttoptr i32 %a to i8*
  %v = load i8* %p, align 1
  %r = zext i8 %v to i32
  ret i32 %r
}
define i32 @call_i8_32752() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, -32752
  %r = call i32 @i8_32752(i32 %b)
  ret i32 %r
}
define i32 @i8_32753(i32 %x) {
  %a = add i32 %x, 32753
  %p = inttoptr i32 %a to i8*
  %v = load i8* %p, align 1
  %r = zext i8 %v to i32
  ret i32 %r
}
define i32 @call_i8_32753() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, -32753
  %r = call i32 @i8_32753(i32 %b)
  ret i32 %r
}
define i32 @i8_m32768(i32 %x) {
  %a = add i32 %x, -32768
  %p = inttoptr i32 %a to i8*
  %v = load i8* %p, align 1
  %r = zext i8 %v to i32
  ret i32 %r
}
define i32 @call_i8_m32768() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, 32768
  %r = call i32 @i8_m32768(i32 %b)
  ret i32 %r
}
define i32 @i8_m32769(i32 %x) {
  %a = add i32 %x, -32769
  %p = inttoptr i32 %a to i8*
  %v = load i8* %p, align 1
  %r = zext i8 %v to i32
  ret i32 %r
}
define i32 @call_i8_m32769() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, 32769
  %r = call i32 @i8_m32769(i32 %b)
  ret i32 %r
}
define i32 @i32_4091(i32 %x) {
  %a = add i32 %x, 4091
  %p = inttoptr i32 %a to i32*
  %v = load i32* %p, align 1
  ret i32 %v
}
define i32 @call_i32_4091() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, -4091
  %r = call i32 @i32_4091(i32 %b)
  ret i32 %r
}
define i32 @i32_4092(i32 %x) {
  %a = add i32 %x, 4092
  %p = inttoptr i32 %a to i32*
  %v = load i32* %p, align 1
  ret i32 %v
}
define i32 @call_i32_4092() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, -4092
  %r = call i32 @i32_4092(i32 %b)
  ret i32 %r
}
define i32 @i32_m4091(i32 %x) {
  %a = add i32 %x, -4091
  %p = inttoptr i32 %a to i32*
  %v = load i32* %p, align 1
  ret i32 %v
}
define i32 @call_i32_m4091() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, 4091
  %r = call i32 @i32_m4091(i32 %b)
  ret i32 %r
}
define i32 @i32_m4092(i32 %x) {
  %a = add i32 %x, -4092
  %p = inttoptr i32 %a to i32*
  %v = load i32* %p, align 1
  ret i32 %v
}
define i32 @call_i32_m4092() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, 4092
  %r = call i32 @i32_m4092(i32 %b)
  ret i32 %r
}
define i32 @i16_255(i32 %x) {
  %a = add i32 %x, 255
  %p = inttoptr i32 %a to i16*
  %v = load i16* %p, align 1
  %r = zext i16 %v to i32
  ret i32 %r
}
define i32 @call_i16_255() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, -255
  %r = call i32 @i16_255(i32 %b)
  ret i32 %r
}
define i32 @i16_256(i32 %x) {
  %a = add i32 %x, 256
  %p = inttoptr i32 %a to i16*
  %v = load i16* %p, align 1
  %r = zext i16 %v to i32
  ret i32 %r
}
define i32 @call_i16_256() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, -256
  %r = call i32 @i16_256(i32 %b)
  ret i32 %r
}
define i32 @i16_m255(i32 %x) {
  %a = add i32 %x, -255
  %p = inttoptr i32 %a to i16*
  %v = load i16* %p, align 1
  %r = zext i16 %v to i32
  ret i32 %r
}
define i32 @call_i16_m255() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, 255
  %r = call i32 @i16_m255(i32 %b)
  ret i32 %r
}
define i32 @i16_m256(i32 %x) {
  %a = add i32 %x, -256
  %p = inttoptr i32 %a to i16*
  %v = load i16* %p, align 1
  %r = zext i16 %v to i32
  ret i32 %r
}
define i32 @call_i16_m256() {
  %g = ptrtoint [16 x i8]* @data to i32
  %b = add i32 %g, 256
  %r = call i32 @i16_m256(i32 %b)
  ret i32 %r
}
define double @double_1016(i32 %x) {
  %a = add i32 %x, 1016
  %p = inttoptr i32 %a to double*
  %v = load double* %p, align 8
  ret double %v
}
define double @call_double_1016() {
  %g = ptrtoint [8 x i8]* @number to i32
  %b = add i32 %g, -1016
  %r = call double @double_1016(i32 %b)
  ret double %r
}
define double @double_1024(i32 %x) {
  %a = add i32 %x, 1024
  %p = inttoptr i32 %a to double*
  %v = load double* %p, align 8
  ret double %v
}
define double @call_double_1024() {
  %g = ptrtoint [8 x i8]* @number to i32
  %b = add i32 %g, -1024
  %r = call double @double_1024(i32 %b)
  ret double %r
}
define double @double_m1016(i32 %x) {
  %a = add i32 %x, -1016
  %p = inttoptr i32 %a to double*
  %v = load double* %p, align 8
  ret double %v
}
define double @call_double_m1016() {
  %g = ptrtoint [8 x i8]* @number to i32
  %b = add i32 %g, 1016
  %r = call double @double_m1016(i32 %b)
  ret double %r
}
define double @double_m1024(i32 %x) {
  %a = add i32 %x, -1024
  %p = inttoptr i32 %a to double*
  %v = load double* %p, align 8
  ret double %v
}
define double @call_double_m1024() {
  %g = ptrtoint [8 x i8]* @number to i32
  %b = add i32 %g, 1024
  %r = call double @double_m1024(i32 %b)
  ret double %r
}
