; Constants in every spelling.
; run: @ints() -> i32 -1
; run: @floats() -> double 3.5
; run: @vector() -> <4 x i32> <1, -1, 0, ?>
; run: @truth() -> i32 1
; dump module:
;| target datalayout = "e-p:32:32-i64:64"
;| target triple = "le32-unknown-nacl"
;|
;| define i32 @ints() {
;| b0:
;|   %v0 = add i32 -1, 0
;|   %v1 = add i32 %v0, 16
;|   %v2 = sub i32 %v1, 16
;|   ret i32 %v2
;| }
;|
;| define double @floats() {
;| b0:
;|   %v0 = fadd double 1.5, 2.0
;|   %v1 = fpext float 0.5 to double
;|   %v2 = fadd double %v0, %v1
;|   %v3 = fsub double %v2, 0.5
;|   ret double %v3
;| }
;|
;| define <4 x i32> @vector() {
;| b0:
;|   %v0 = insertelement <4 x i32> undef, i32 1, i32 0
;|   %v1 = insertelement <4 x i32> %v0, i32 -1, i32 1
;|   %v2 = insertelement <4 x i32> %v1, i32 0, i32 2
;|   %v3 = insertelement <4 x i32> undef, i32 0, i32 0
;|   %v4 = insertelement <4 x i32> %v3, i32 0, i32 1
;|   %v5 = insertelement <4 x i32> %v4, i32 0, i32 2
;|   %v6 = insertelement <4 x i32> %v5, i32 0, i32 3
;|   %v7 = add <4 x i32> %v2, %v6
;|   ret <4 x i32> %v7
;| }
;|
;| define i32 @truth() {
;| b0:
;|   %v0 = select i1 true, i32 1, i32 undef
;|   %v1 = select i1 false, i32 7, i32 %v0
;|   ret i32 %v1
;| }

define i32 @ints() {
  %a = add i32 4294967295, 0
  %b = add i32 %a, u0x10
  %c = sub i32 %b, 16
  ret i32 %c
}
define double @floats() {
  %a = fadd double 0x3FF8000000000000, 2.0e+00
  %b = fpext float 0x3FE0000000000000 to double
  %c = fadd double %a, %b
  %d = fsub double %c, 5.0e-1
  ret double %d
}
define <4 x i32> @vector() {
  %r = add <4 x i32> <i32 1, i32 -1, i32 0, i32 undef>, zeroinitializer
  ret <4 x i32> %r
}
define i32 @truth() {
  %c = select i1 true, i32 1, i32 undef
  %r = select i1 false, i32 7, i32 %c
  ret i32 %r
}
