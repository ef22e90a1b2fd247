; Loads and stores of <16 x i8>, aligned to an element.
; run: @copy(<16 x i8> <-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13>) -> <16 x i8> <-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13>
; run: @byte(<16 x i8> <-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13>, i32 0) -> i32 254
; run: @byte(<16 x i8> <-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13>, i32 5) -> i32 3
; run: @byte(<16 x i8> <-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13>, i32 15) -> i32 13
; check x8632 x8664 @copy: movups
; check arm32/O2 @copy: vld1

@cell = internal global [24 x i8] zeroinitializer, align 4

define <16 x i8> @copy(<16 x i8> %a) {
  %b = ptrtoint [24 x i8]* @cell to i32
  %s = add i32 %b, 4
  %p = inttoptr i32 %s to <16 x i8>*
  store <16 x i8> %a, <16 x i8>* %p, align 1
  %v = load <16 x i8>* %p, align 1
  ret <16 x i8> %v
}
define i32 @byte(<16 x i8> %a, i32 %i) {
  %b = ptrtoint [24 x i8]* @cell to i32
  %s = add i32 %b, 4
  %p = inttoptr i32 %s to <16 x i8>*
  store <16 x i8> %a, <16 x i8>* %p, align 1
  %t = add i32 %s, %i
  %q = inttoptr i32 %t to i8*
  %c = load i8* %q, align 1
  %r = zext i8 %c to i32
  ret i32 %r
}
