; A vector that one extraction alone uses, whose element goes elsewhere, too: where the vector is put together anew it is read again, and was not kept.
; run: @again(<16 x i8> <-7, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>) -> <16 x i8> <-7, 83, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>
define internal i32 @other(i32 %x) {
  %a = mul i32 %x, %x
  ret i32 %a
}
define <16 x i8> @again(<16 x i8> %a) {
  %v = add <16 x i8> %a, zeroinitializer
  %e = extractelement <16 x i8> %v, i32 0
  %w = sext i8 %e to i32
  %c = call i32 @other(i32 %w)
  %d = add i32 %c, 34
  %b = trunc i32 %d to i8
  %v0 = insertelement <16 x i8> zeroinitializer, i8 %e, i32 0
  %v1 = insertelement <16 x i8> %v0, i8 %b, i32 1
  ret <16 x i8> %v1
}
