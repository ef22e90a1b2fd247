; Truth values by lanes: and, or, xor; conversions from and to them.
; run: @and4(<4 x i1> <0, 0, 1, 1>, <4 x i1> <0, 1, 0, 1>) -> <4 x i1> <0, 0, 0, 1>
; run: @or4(<4 x i1> <0, 0, 1, 1>, <4 x i1> <0, 1, 0, 1>) -> <4 x i1> <0, 1, 1, 1>
; run: @xor4(<4 x i1> <0, 0, 1, 1>, <4 x i1> <0, 1, 0, 1>) -> <4 x i1> <0, 1, 1, 0>
; run: @and8(<8 x i1> <0, 0, 1, 1, 0, 0, 1, 1>, <8 x i1> <0, 1, 0, 1, 0, 1, 0, 1>) -> <8 x i1> <0, 0, 0, 1, 0, 0, 0, 1>
; run: @or8(<8 x i1> <0, 0, 1, 1, 0, 0, 1, 1>, <8 x i1> <0, 1, 0, 1, 0, 1, 0, 1>) -> <8 x i1> <0, 1, 1, 1, 0, 1, 1, 1>
; run: @xor8(<8 x i1> <0, 0, 1, 1, 0, 0, 1, 1>, <8 x i1> <0, 1, 0, 1, 0, 1, 0, 1>) -> <8 x i1> <0, 1, 1, 0, 0, 1, 1, 0>
; run: @and16(<16 x i1> <0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1>, <16 x i1> <0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1>) -> <16 x i1> <0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1>
; run: @or16(<16 x i1> <0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1>, <16 x i1> <0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1>) -> <16 x i1> <0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1>
; run: @xor16(<16 x i1> <0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1>, <16 x i1> <0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1>) -> <16 x i1> <0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0>
; run: @uitofp(<4 x i1> <0, 1, 1, 0>) -> <4 x float> <0, 1, 1, 0>
; run: @sitofp(<4 x i1> <0, 1, 1, 0>) -> <4 x float> <0, -1, -1, 0>
; run: @fptoui(<4 x float> <0, 1, 0.5, 1.5>) -> <4 x i1> <0, 1, 0, 1>
; run: @fptosi(<4 x float> <0, -1, -0.5, 0.5>) -> <4 x i1> <0, 1, 0, 0>

define <4 x i1> @and4(<4 x i1> %a, <4 x i1> %b) {
  %r = and <4 x i1> %a, %b
  ret <4 x i1> %r
}
define <4 x i1> @or4(<4 x i1> %a, <4 x i1> %b) {
  %r = or <4 x i1> %a, %b
  ret <4 x i1> %r
}
define <4 x i1> @xor4(<4 x i1> %a, <4 x i1> %b) {
  %r = xor <4 x i1> %a, %b
  ret <4 x i1> %r
}
define <8 x i1> @and8(<8 x i1> %a, <8 x i1> %b) {
  %r = and <8 x i1> %a, %b
  ret <8 x i1> %r
}
define <8 x i1> @or8(<8 x i1> %a, <8 x i1> %b) {
  %r = or <8 x i1> %a, %b
  ret <8 x i1> %r
}
define <8 x i1> @xor8(<8 x i1> %a, <8 x i1> %b) {
  %r = xor <8 x i1> %a, %b
  ret <8 x i1> %r
}
define <16 x i1> @and16(<16 x i1> %a, <16 x i1> %b) {
  %r = and <16 x i1> %a, %b
  ret <16 x i1> %r
}
define <16 x i1> @or16(<16 x i1> %a, <16 x i1> %b) {
  %r = or <16 x i1> %a, %b
  ret <16 x i1> %r
}
define <16 x i1> @xor16(<16 x i1> %a, <16 x i1> %b) {
  %r = xor <16 x i1> %a, %b
  ret <16 x i1> %r
}
define <4 x float> @uitofp(<4 x i1> %a) {
  %r = uitofp <4 x i1> %a to <4 x float>
  ret <4 x float> %r
}
define <4 x float> @sitofp(<4 x i1> %a) {
  %r = sitofp <4 x i1> %a to <4 x float>
  ret <4 x float> %r
}
define <4 x i1> @fptoui(<4 x float> %a) {
  %r = fptoui <4 x float> %a to <4 x i1>
  ret <4 x i1> %r
}
define <4 x i1> @fptosi(<4 x float> %a) {
  %r = fptosi <4 x float> %a to <4 x i1>
  ret <4 x i1> %r
}
