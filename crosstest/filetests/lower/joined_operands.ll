; On ARM a sum does the product or extension that only it uses, and a difference the product that it takes away, where that is read in
; the block that makes it. What a product is made of has to be there still.
; recipes: O2
; run: @sum(i32 3, i32 5, i32 100) -> i32 115
; check arm32 @sum: mla
; check-not arm32 @sum: mul
; run: @sum_of_two(i32 3, i32 5) -> i32 34
; check arm32 @sum_of_two: mla
; run: @difference(i32 3, i32 5, i32 100) -> i32 85
; check arm32 @difference: mls
; run: @other_difference(i32 3, i32 5, i32 100) -> i32 -85
; check arm32 @other_difference: mul
; check arm32 @other_difference: sub
; run: @used_twice(i32 3, i32 5, i32 100) -> i32 1725
; check arm32 @used_twice: mul
; check-not arm32 @used_twice: mla
; run: @remainder(i32 1000) -> i32 12
; check arm32 @remainder: mls
; run: @bytes(i32 511, i32 511, i32 1) -> i32 255
; check arm32 @bytes: uxtab
; check arm32 @bytes: sxtab
; run: @halves(i32 131071, i32 131071, i32 1) -> i32 65535
; check arm32 @halves: uxtah
; check arm32 @halves: sxtah
; run: @loaded(i32 7) -> i32 49
; check-not arm32 @loaded: uxt
; run: @kept_byte(i32 3) -> i32 155
; check arm32 @kept_byte: ldrb
; check-not arm32 @kept_byte: mov r
; check-not mips32 @kept_byte: move
; run: @rows(i32 3, i32 100) -> i32 268
; run: @rows(i32 -1, i32 100) -> i32 44
; check arm32 @rows: lsl #3
; check arm32 @rows: lsl #3
; check-not arm32 @rows: lsl
; run: @rows_less(i32 3, i32 100) -> i32 28
; check arm32 @rows_less: sub ... lsl #3
; run: @narrow(i32 100, i32 3, i32 7) -> i32 51
; run: @float_sum(double 3.0, double 5.0, double 100.0) -> double 115.0
; check arm32 @float_sum: vmla.f64
; check-not arm32 @float_sum: vmul
; run: @float_difference(double 3.0, double 5.0, double 100.0) -> double 85.0
; check arm32 @float_difference: vmls.f64
; run: @float_less(float 3.0, float 5.0, float 100.0) -> float -85.0
; check arm32 @float_less: vnmls.f32
; run: @rounded(double 0x3FF0000000000001) -> double 0.0
; run: @float_twice(double 3.0, double 5.0, double 100.0) -> double 1725.0
; check-not arm32 @float_twice: vmla
; edges: @float_sum @float_difference @float_less
; edges: @sum @sum_of_two @difference @other_difference @used_twice @remainder @bytes @halves @narrow
@cell = internal global [4 x i8] c"\2A\00\00\00", align 4
define i32 @sum(i32 %a, i32 %b, i32 %c) {
  %p = mul i32 %a, %b
  %s = add i32 %c, %p
  ret i32 %s
}
define i32 @sum_of_two(i32 %a, i32 %b) {
  %p = mul i32 %a, %a
  %q = mul i32 %b, %b
  %s = add i32 %p, %q
  ret i32 %s
}
define i32 @difference(i32 %a, i32 %b, i32 %c) {
  %p = mul i32 %a, %b
  %s = sub i32 %c, %p
  ret i32 %s
}
define i32 @other_difference(i32 %a, i32 %b, i32 %c) {
  %p = mul i32 %a, %b
  %s = sub i32 %p, %c
  ret i32 %s
}
define i32 @used_twice(i32 %a, i32 %b, i32 %c) {
  %p = mul i32 %a, %b
  %s = add i32 %c, %p
  %t = mul i32 %s, %p
  ret i32 %t
}
define i32 @remainder(i32 %a) {
  %r = urem i32 %a, 26
  ret i32 %r
}
define i32 @bytes(i32 %a, i32 %b, i32 %c) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %u = zext i8 %x to i32
  %s = add i32 %u, %c
  %v = sext i8 %y to i32
  %t = add i32 %s, %v
  ret i32 %t
}
define i32 @halves(i32 %a, i32 %b, i32 %c) {
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %u = zext i16 %x to i32
  %s = add i32 %u, %c
  %v = sext i16 %y to i32
  %t = add i32 %v, %s
  ret i32 %t
}
define i32 @loaded(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i8*
  %x = load i8* %p, align 1
  %u = zext i8 %x to i32
  %s = add i32 %u, %a
  ret i32 %s
}
define i32 @narrow(i32 %a, i32 %b, i32 %c) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %z = trunc i32 %c to i8
  %p = mul i8 %x, %y
  %s = add i8 %p, %z
  %r = zext i8 %s to i32
  %low = and i32 %r, 127
  ret i32 %low
}
define double @float_sum(double %a, double %b, double %c) {
  %p = fmul double %a, %b
  %s = fadd double %p, %c
  ret double %s
}
define double @float_difference(double %a, double %b, double %c) {
  %p = fmul double %a, %b
  %s = fsub double %c, %p
  ret double %s
}
define float @float_less(float %a, float %b, float %c) {
  %p = fmul float %a, %b
  %s = fsub float %p, %c
  ret float %s
}
define double @rounded(double %a) {
  %p = fmul double %a, %a
  %s = fsub double %p, 1.0
  %t = fsub double %s, 0x3CC0000000000000
  ret double %t
}
define double @float_twice(double %a, double %b, double %c) {
  %p = fmul double %a, %b
  %s = fadd double %p, %c
  %t = fmul double %s, %p
  ret double %t
}
define i32 @rows(i32 %x, i32 %a) {
  %p = mul i32 %x, 56
  %r = add i32 %p, %a
  ret i32 %r
}
define i32 @rows_less(i32 %x, i32 %a) {
  %p = mul i32 %x, 24
  %r = sub i32 %a, %p
  ret i32 %r
}
@byte = internal constant [1 x i8] c"\4D", align 1
@copy = internal global [1 x i8] zeroinitializer, align 1
define i32 @kept_byte(i32 %a) {
  %p = bitcast [1 x i8]* @byte to i8*
  %q = bitcast [1 x i8]* @copy to i8*
  %b = load i8* %p, align 1
  %w = zext i8 %b to i32
  %m = xor i32 %w, %a
  store i8 %b, i8* %q, align 1
  %r = add i32 %m, %w
  ret i32 %r
}
