; Without SSE4.1 the same is done by other means.
; targets: x8632 x8664
; run: @mul(<4 x i32> <2, -3, 65536, 7>, <4 x i32> <5, 7, 65536, -1>) -> <4 x i32> <10, -21, 0, -7>
; check x8632 x8664 @mul: pmuludq
; check-not x8632 x8664 @mul: pmulld

define <4 x i32> @mul(<4 x i32> %a, <4 x i32> %b) {
  %r = mul <4 x i32> %a, %b
  ret <4 x i32> %r
}
