; With SSE4.1 there are instructions for what takes several without.
; features: sse4.1
; targets: x8632 x8664
; run: @mul(<4 x i32> <2, -3, 65536, 7>, <4 x i32> <5, 7, 65536, -1>) -> <4 x i32> <10, -21, 0, -7>
; run: @insert(<4 x i32> <1, 2, 3, 4>, i32 9) -> <4 x i32> <1, 2, 9, 4>
; check x8632 x8664 @mul: pmulld
; check-not x8632 x8664 @mul: pmuludq
; check x8632 x8664 @insert: pinsrd

define <4 x i32> @mul(<4 x i32> %a, <4 x i32> %b) {
  %r = mul <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <4 x i32> @insert(<4 x i32> %a, i32 %b) {
  %r = insertelement <4 x i32> %a, i32 %b, i32 2
  ret <4 x i32> %r
}
