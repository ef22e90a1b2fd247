; Loads and stores of <4 x float>, aligned to an element.
; run: @copy(<4 x float> <1.5, -0.0, inf, 10000000000.0>) -> <4 x float> <1.5, -0.0, inf, 10000000000.0>
; run: @byte(<4 x float> <1.5, -0.0, inf, 10000000000.0>, i32 0) -> i32 0
; run: @byte(<4 x float> <1.5, -0.0, inf, 10000000000.0>, i32 5) -> i32 0
; run: @byte(<4 x float> <1.5, -0.0, inf, 10000000000.0>, i32 15) -> i32 80
; check x8632 x8664 @copy: movups
; check arm32/O2 @copy: vld1

@cell = internal global [24 x i8] zeroinitializer, align 4

define <4 x float> @copy(<4 x float> %a) {
  %b = ptrtoint [24 x i8]* @cell to i32
  %s = add i32 %b, 4
  %p = inttoptr i32 %s to <4 x float>*
  store <4 x float> %a, <4 x float>* %p, align 4
  %v = load <4 x float>* %p, align 4
  ret <4 x float> %v
}
define i32 @byte(<4 x float> %a, i32 %i) {
  %b = ptrtoint [24 x i8]* @cell to i32
  %s = add i32 %b, 4
  %p = inttoptr i32 %s to <4 x float>*
  store <4 x float> %a, <4 x float>* %p, align 4
  %t = add i32 %s, %i
  %q = inttoptr i32 %t to i8*
  %c = load i8* %q, align 1
  %r = zext i8 %c to i32
  ret i32 %r
}
