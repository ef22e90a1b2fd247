; Lanes of <4 x float>: read and written at every constant index and at variable ones, with other lanes kept.
; edges: @get0 @set0 @get1 @set1 @get2 @set2 @get3 @set3 @get @set @reverse @splat @set_constant

define float @get0(<4 x float> %a) {
  %e = extractelement <4 x float> %a, i32 0
  ret float %e
}
define <4 x float> @set0(<4 x float> %a, float %x) {
  %r = insertelement <4 x float> %a, float %x, i32 0
  ret <4 x float> %r
}
define float @get1(<4 x float> %a) {
  %e = extractelement <4 x float> %a, i32 1
  ret float %e
}
define <4 x float> @set1(<4 x float> %a, float %x) {
  %r = insertelement <4 x float> %a, float %x, i32 1
  ret <4 x float> %r
}
define float @get2(<4 x float> %a) {
  %e = extractelement <4 x float> %a, i32 2
  ret float %e
}
define <4 x float> @set2(<4 x float> %a, float %x) {
  %r = insertelement <4 x float> %a, float %x, i32 2
  ret <4 x float> %r
}
define float @get3(<4 x float> %a) {
  %e = extractelement <4 x float> %a, i32 3
  ret float %e
}
define <4 x float> @set3(<4 x float> %a, float %x) {
  %r = insertelement <4 x float> %a, float %x, i32 3
  ret <4 x float> %r
}
define float @get(<4 x float> %a, i32 %i) {
  %k = and i32 %i, 3
  %e = extractelement <4 x float> %a, i32 %k
  ret float %e
}
define <4 x float> @set(<4 x float> %a, float %x, i32 %i) {
  %k = and i32 %i, 3
  %r = insertelement <4 x float> %a, float %x, i32 %k
  ret <4 x float> %r
}
define <4 x float> @reverse(<4 x float> %a) {
  %e0 = extractelement <4 x float> %a, i32 3
  %v0 = insertelement <4 x float> undef, float %e0, i32 0
  %e1 = extractelement <4 x float> %a, i32 2
  %v1 = insertelement <4 x float> %v0, float %e1, i32 1
  %e2 = extractelement <4 x float> %a, i32 1
  %v2 = insertelement <4 x float> %v1, float %e2, i32 2
  %e3 = extractelement <4 x float> %a, i32 0
  %v3 = insertelement <4 x float> %v2, float %e3, i32 3
  ret <4 x float> %v3
}
define <4 x float> @splat(float %x) {
  %v0 = insertelement <4 x float> undef, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %x, i32 1
  %v2 = insertelement <4 x float> %v1, float %x, i32 2
  %v3 = insertelement <4 x float> %v2, float %x, i32 3
  ret <4 x float> %v3
}
define <4 x float> @set_constant(<4 x float> %a) {
  %b = insertelement <4 x float> %a, float 2.5, i32 1
  %c = insertelement <4 x float> %b, float -0.0, i32 3
  ret <4 x float> %c
}
