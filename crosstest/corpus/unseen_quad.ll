; Vector arguments on the stack, at every distance from the frame's base.
; run: @f0(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
; run: @f8(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
; run: @f16(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
; run: @f24(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
; run: @f32(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
; run: @f40(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
; run: @f48(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
; run: @f56(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
; run: @f64(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
; run: @f72(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
; run: @f80(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
; run: @f88(<4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, <4 x i32> <1, 2, 3, 4>, double 1.0, <4 x i32> <5, 6, 7, 8>) -> <4 x i32> <6, 8, 10, 12>
define <4 x i32> @f0(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 1016, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
define <4 x i32> @f8(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 1008, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
define <4 x i32> @f16(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 1000, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
define <4 x i32> @f24(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 992, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
define <4 x i32> @f32(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 984, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
define <4 x i32> @f40(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 976, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
define <4 x i32> @f48(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 968, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
define <4 x i32> @f56(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 960, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
define <4 x i32> @f64(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 952, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
define <4 x i32> @f72(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 944, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
define <4 x i32> @f80(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 936, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
define <4 x i32> @f88(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d, double %z, <4 x i32> %e) {
  %m = alloca i8, i32 928, align 8
  store i8 1, i8* %m, align 1
  %r = add <4 x i32> %a, %e
  ret <4 x i32> %r
}
