; Phis of vectors.
; run: @v4xi32(i32 0, <4 x i32> <1, 2, 3, 4>, <4 x i32> <-1, -2, -3, -4>) -> <4 x i32> <-1, -2, -3, -4>
; run: @v4xi32(i32 1, <4 x i32> <1, 2, 3, 4>, <4 x i32> <-1, -2, -3, -4>) -> <4 x i32> <1, 2, 3, 4>
; run: @v8xi16(i32 0, <8 x i16> <1, 2, 3, 4, 5, 6, 7, 8>, <8 x i16> <-1, -2, -3, -4, -5, -6, -7, -8>) -> <8 x i16> <-1, -2, -3, -4, -5, -6, -7, -8>
; run: @v8xi16(i32 1, <8 x i16> <1, 2, 3, 4, 5, 6, 7, 8>, <8 x i16> <-1, -2, -3, -4, -5, -6, -7, -8>) -> <8 x i16> <1, 2, 3, 4, 5, 6, 7, 8>
; run: @v16xi8(i32 0, <16 x i8> <1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>, <16 x i8> <-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13, -14, -15, -16>) -> <16 x i8> <-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13, -14, -15, -16>
; run: @v16xi8(i32 1, <16 x i8> <1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>, <16 x i8> <-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13, -14, -15, -16>) -> <16 x i8> <1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16>
; run: @v4xfloat(i32 0, <4 x float> <1.0, 2.0, 3.0, 4.0>, <4 x float> <-1.0, -2.0, -3.0, -4.0>) -> <4 x float> <-1.0, -2.0, -3.0, -4.0>
; run: @v4xfloat(i32 1, <4 x float> <1.0, 2.0, 3.0, 4.0>, <4 x float> <-1.0, -2.0, -3.0, -4.0>) -> <4 x float> <1.0, 2.0, 3.0, 4.0>
; run: @v4xi1(i32 0, <4 x i1> <1, 0, 0, 1>, <4 x i1> <0, 0, 1, 1>) -> <4 x i1> <0, 0, 1, 1>
; run: @v4xi1(i32 1, <4 x i1> <1, 0, 0, 1>, <4 x i1> <0, 0, 1, 1>) -> <4 x i1> <1, 0, 0, 1>
; run: @v8xi1(i32 0, <8 x i1> <1, 0, 0, 1, 1, 0, 0, 1>, <8 x i1> <0, 0, 1, 1, 0, 0, 1, 1>) -> <8 x i1> <0, 0, 1, 1, 0, 0, 1, 1>
; run: @v8xi1(i32 1, <8 x i1> <1, 0, 0, 1, 1, 0, 0, 1>, <8 x i1> <0, 0, 1, 1, 0, 0, 1, 1>) -> <8 x i1> <1, 0, 0, 1, 1, 0, 0, 1>
; run: @v16xi1(i32 0, <16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>, <16 x i1> <0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1>) -> <16 x i1> <0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1>
; run: @v16xi1(i32 1, <16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>, <16 x i1> <0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1>) -> <16 x i1> <1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1>

define <4 x i32> @v4xi32(i32 %n, <4 x i32> %a, <4 x i32> %b) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %r = phi <4 x i32> [ %a, %yes ], [ %b, %entry ]
  ret <4 x i32> %r
}
define <8 x i16> @v8xi16(i32 %n, <8 x i16> %a, <8 x i16> %b) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %r = phi <8 x i16> [ %a, %yes ], [ %b, %entry ]
  ret <8 x i16> %r
}
define <16 x i8> @v16xi8(i32 %n, <16 x i8> %a, <16 x i8> %b) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %r = phi <16 x i8> [ %a, %yes ], [ %b, %entry ]
  ret <16 x i8> %r
}
define <4 x float> @v4xfloat(i32 %n, <4 x float> %a, <4 x float> %b) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %r = phi <4 x float> [ %a, %yes ], [ %b, %entry ]
  ret <4 x float> %r
}
define <4 x i1> @v4xi1(i32 %n, <4 x i1> %a, <4 x i1> %b) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %r = phi <4 x i1> [ %a, %yes ], [ %b, %entry ]
  ret <4 x i1> %r
}
define <8 x i1> @v8xi1(i32 %n, <8 x i1> %a, <8 x i1> %b) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %r = phi <8 x i1> [ %a, %yes ], [ %b, %entry ]
  ret <8 x i1> %r
}
define <16 x i1> @v16xi1(i32 %n, <16 x i1> %a, <16 x i1> %b) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %r = phi <16 x i1> [ %a, %yes ], [ %b, %entry ]
  ret <16 x i1> %r
}
