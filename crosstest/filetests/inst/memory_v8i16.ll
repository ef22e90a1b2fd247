; Loads and stores of <8 x i16>, aligned to an element.
; run: @copy(<8 x i16> <-2, -1, 0, 1, 2, 3, 4, 5>) -> <8 x i16> <-2, -1, 0, 1, 2, 3, 4, 5>
; run: @byte(<8 x i16> <-2, -1, 0, 1, 2, 3, 4, 5>, i32 0) -> i32 254
; run: @byte(<8 x i16> <-2, -1, 0, 1, 2, 3, 4, 5>, i32 5) -> i32 0
; run: @byte(<8 x i16> <-2, -1, 0, 1, 2, 3, 4, 5>, i32 15) -> i32 0
; check x8632 x8664 @copy: movups
; check arm32/O2 @copy: vld1

@cell = internal global [24 x i8] zeroinitializer, align 4

define <8 x i16> @copy(<8 x i16> %a) {
  %b = ptrtoint [24 x i8]* @cell to i32
  %s = add i32 %b, 4
  %p = inttoptr i32 %s to <8 x i16>*
  store <8 x i16> %a, <8 x i16>* %p, align 2
  %v = load <8 x i16>* %p, align 2
  ret <8 x i16> %v
}
define i32 @byte(<8 x i16> %a, i32 %i) {
  %b = ptrtoint [24 x i8]* @cell to i32
  %s = add i32 %b, 4
  %p = inttoptr i32 %s to <8 x i16>*
  store <8 x i16> %a, <8 x i16>* %p, align 2
  %t = add i32 %s, %i
  %q = inttoptr i32 %t to i8*
  %c = load i8* %q, align 1
  %r = zext i8 %c to i32
  ret i32 %r
}
