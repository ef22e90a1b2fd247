; Vectors put together lane by lane are made at once on x86: constants, copies of one element, and lanes of one or two vectors in another order.
; run: @constant(<4 x i32> <1, 2, 3, 4>, <4 x i32> <-5, 60, 700, 8000>) -> <4 x i32> <7, -8, 9, 10>
; check x8632/O2 x8664/O2 @constant: movups
; check-not x8632/O2 x8664/O2 @constant: pinsrw
; check-not x8632/O2 x8664/O2 @constant: movd
define <4 x i32> @constant(<4 x i32> %a, <4 x i32> %b) {
  %v0 = insertelement <4 x i32> undef, i32 7, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 -8, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 9, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 10, i32 3
  ret <4 x i32> %v3
}
; run: @reverse(<4 x i32> <1, 2, 3, 4>, <4 x i32> <-5, 60, 700, 8000>) -> <4 x i32> <4, 3, 2, 1>
; check x8632/O2 x8664/O2 @reverse: pshufd
; check-not x8632/O2 x8664/O2 @reverse: pinsrw
; check-not x8632/O2 x8664/O2 @reverse: movd
define <4 x i32> @reverse(<4 x i32> %a, <4 x i32> %b) {
  %e1 = extractelement <4 x i32> %a, i32 3
  %v0 = insertelement <4 x i32> undef, i32 %e1, i32 0
  %e2 = extractelement <4 x i32> %a, i32 2
  %v1 = insertelement <4 x i32> %v0, i32 %e2, i32 1
  %e3 = extractelement <4 x i32> %a, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %e3, i32 2
  %e4 = extractelement <4 x i32> %a, i32 0
  %v3 = insertelement <4 x i32> %v2, i32 %e4, i32 3
  ret <4 x i32> %v3
}
; run: @low(<4 x i32> <1, 2, 3, 4>, <4 x i32> <-5, 60, 700, 8000>) -> <4 x i32> <1, -5, 2, 60>
; check x8632/O2 x8664/O2 @low: punpckldq
; check-not x8632/O2 x8664/O2 @low: pinsrw
; check-not x8632/O2 x8664/O2 @low: movd
define <4 x i32> @low(<4 x i32> %a, <4 x i32> %b) {
  %e1 = extractelement <4 x i32> %a, i32 0
  %v0 = insertelement <4 x i32> undef, i32 %e1, i32 0
  %e2 = extractelement <4 x i32> %b, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %e2, i32 1
  %e3 = extractelement <4 x i32> %a, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %e3, i32 2
  %e4 = extractelement <4 x i32> %b, i32 1
  %v3 = insertelement <4 x i32> %v2, i32 %e4, i32 3
  ret <4 x i32> %v3
}
; run: @high(<4 x i32> <1, 2, 3, 4>, <4 x i32> <-5, 60, 700, 8000>) -> <4 x i32> <700, 3, 8000, 4>
; check x8632/O2 x8664/O2 @high: punpckhdq
; check-not x8632/O2 x8664/O2 @high: pinsrw
; check-not x8632/O2 x8664/O2 @high: movd
define <4 x i32> @high(<4 x i32> %a, <4 x i32> %b) {
  %e1 = extractelement <4 x i32> %b, i32 2
  %v0 = insertelement <4 x i32> undef, i32 %e1, i32 0
  %e2 = extractelement <4 x i32> %a, i32 2
  %v1 = insertelement <4 x i32> %v0, i32 %e2, i32 1
  %e3 = extractelement <4 x i32> %b, i32 3
  %v2 = insertelement <4 x i32> %v1, i32 %e3, i32 2
  %e4 = extractelement <4 x i32> %a, i32 3
  %v3 = insertelement <4 x i32> %v2, i32 %e4, i32 3
  ret <4 x i32> %v3
}
; run: @halves(<4 x i32> <1, 2, 3, 4>, <4 x i32> <-5, 60, 700, 8000>) -> <4 x i32> <3, 4, -5, 60>
; check x8632/O2 x8664/O2 @halves: shufps
; check-not x8632/O2 x8664/O2 @halves: pinsrw
; check-not x8632/O2 x8664/O2 @halves: pshufd
define <4 x i32> @halves(<4 x i32> %a, <4 x i32> %b) {
  %e1 = extractelement <4 x i32> %a, i32 2
  %v0 = insertelement <4 x i32> undef, i32 %e1, i32 0
  %e2 = extractelement <4 x i32> %a, i32 3
  %v1 = insertelement <4 x i32> %v0, i32 %e2, i32 1
  %e3 = extractelement <4 x i32> %b, i32 0
  %v2 = insertelement <4 x i32> %v1, i32 %e3, i32 2
  %e4 = extractelement <4 x i32> %b, i32 1
  %v3 = insertelement <4 x i32> %v2, i32 %e4, i32 3
  ret <4 x i32> %v3
}
; run: @two_of_each(<4 x i32> <1, 2, 3, 4>, <4 x i32> <-5, 60, 700, 8000>) -> <4 x i32> <4, 60, 700, 1>
; check x8632/O2 x8664/O2 @two_of_each: shufps
; check x8632/O2 x8664/O2 @two_of_each: pshufd
; check-not x8632/O2 x8664/O2 @two_of_each: pinsrw
; check-not x8632/O2 x8664/O2 @two_of_each: movd
define <4 x i32> @two_of_each(<4 x i32> %a, <4 x i32> %b) {
  %e1 = extractelement <4 x i32> %a, i32 3
  %v0 = insertelement <4 x i32> undef, i32 %e1, i32 0
  %e2 = extractelement <4 x i32> %b, i32 1
  %v1 = insertelement <4 x i32> %v0, i32 %e2, i32 1
  %e3 = extractelement <4 x i32> %b, i32 2
  %v2 = insertelement <4 x i32> %v1, i32 %e3, i32 2
  %e4 = extractelement <4 x i32> %a, i32 0
  %v3 = insertelement <4 x i32> %v2, i32 %e4, i32 3
  ret <4 x i32> %v3
}
; run: @three_and_one(<4 x i32> <1, 2, 3, 4>, <4 x i32> <-5, 60, 700, 8000>) -> <4 x i32> <4, 60, 3, 1>
; check x8632/O2 x8664/O2 @three_and_one: punpck
; check-not x8632/O2 x8664/O2 @three_and_one: pinsrw
; check-not x8632/O2 x8664/O2 @three_and_one: movd
define <4 x i32> @three_and_one(<4 x i32> %a, <4 x i32> %b) {
  %e1 = extractelement <4 x i32> %a, i32 3
  %v0 = insertelement <4 x i32> undef, i32 %e1, i32 0
  %e2 = extractelement <4 x i32> %b, i32 1
  %v1 = insertelement <4 x i32> %v0, i32 %e2, i32 1
  %e3 = extractelement <4 x i32> %a, i32 2
  %v2 = insertelement <4 x i32> %v1, i32 %e3, i32 2
  %e4 = extractelement <4 x i32> %a, i32 0
  %v3 = insertelement <4 x i32> %v2, i32 %e4, i32 3
  ret <4 x i32> %v3
}
; run: @kept(<4 x i32> <1, 2, 3, 4>, <4 x i32> <-5, 60, 700, 8000>) -> <4 x i32> <0, 60, 0, 8000>
; check x8632/O2 x8664/O2 @kept: pand
; check-not x8632/O2 x8664/O2 @kept: pinsrw
; check-not x8632/O2 x8664/O2 @kept: movd
define <4 x i32> @kept(<4 x i32> %a, <4 x i32> %b) {
  %v0 = insertelement <4 x i32> undef, i32 0, i32 0
  %e1 = extractelement <4 x i32> %b, i32 1
  %v1 = insertelement <4 x i32> %v0, i32 %e1, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 0, i32 2
  %e2 = extractelement <4 x i32> %b, i32 3
  %v3 = insertelement <4 x i32> %v2, i32 %e2, i32 3
  ret <4 x i32> %v3
}
; run: @shifted(<4 x i32> <1, 2, 3, 4>, <4 x i32> <-5, 60, 700, 8000>) -> <4 x i32> <60, 700, 8000, 0>
; check x8632/O2 x8664/O2 @shifted: psrldq
; check-not x8632/O2 x8664/O2 @shifted: pinsrw
; check-not x8632/O2 x8664/O2 @shifted: movd
define <4 x i32> @shifted(<4 x i32> %a, <4 x i32> %b) {
  %e1 = extractelement <4 x i32> %b, i32 1
  %v0 = insertelement <4 x i32> undef, i32 %e1, i32 0
  %e2 = extractelement <4 x i32> %b, i32 2
  %v1 = insertelement <4 x i32> %v0, i32 %e2, i32 1
  %e3 = extractelement <4 x i32> %b, i32 3
  %v2 = insertelement <4 x i32> %v1, i32 %e3, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 0, i32 3
  ret <4 x i32> %v3
}
; run: @shifted_up(<4 x i32> <1, 2, 3, 4>, <4 x i32> <-5, 60, 700, 8000>) -> <4 x i32> <0, 0, -5, 60>
; check x8632/O2 x8664/O2 @shifted_up: pslldq
; check-not x8632/O2 x8664/O2 @shifted_up: pinsrw
; check-not x8632/O2 x8664/O2 @shifted_up: movd
define <4 x i32> @shifted_up(<4 x i32> %a, <4 x i32> %b) {
  %v0 = insertelement <4 x i32> undef, i32 0, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 0, i32 1
  %e1 = extractelement <4 x i32> %b, i32 0
  %v2 = insertelement <4 x i32> %v1, i32 %e1, i32 2
  %e2 = extractelement <4 x i32> %b, i32 1
  %v3 = insertelement <4 x i32> %v2, i32 %e2, i32 3
  ret <4 x i32> %v3
}
; run: @copy(<4 x i32> <1, 2, 3, 4>, <4 x i32> <-5, 60, 700, 8000>) -> <4 x i32> <1, 2, 3, 4>
; check-not x8632/O2 x8664/O2 @copy: pinsrw
; check-not x8632/O2 x8664/O2 @copy: movd
; check-not x8632/O2 x8664/O2 @copy: pshufd
define <4 x i32> @copy(<4 x i32> %a, <4 x i32> %b) {
  %e1 = extractelement <4 x i32> %a, i32 0
  %v0 = insertelement <4 x i32> undef, i32 %e1, i32 0
  %e2 = extractelement <4 x i32> %a, i32 1
  %v1 = insertelement <4 x i32> %v0, i32 %e2, i32 1
  %e3 = extractelement <4 x i32> %a, i32 2
  %v2 = insertelement <4 x i32> %v1, i32 %e3, i32 2
  %e4 = extractelement <4 x i32> %a, i32 3
  %v3 = insertelement <4 x i32> %v2, i32 %e4, i32 3
  ret <4 x i32> %v3
}
