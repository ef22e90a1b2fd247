; Lanes of <4 x i32>: read and written at every constant index and at variable ones, with other lanes kept.
; edges: @get0 @set0 @get1 @set1 @get2 @set2 @get3 @set3 @get @set @reverse @splat @set_constant

define i32 @get0(<4 x i32> %a) {
  %e = extractelement <4 x i32> %a, i32 0
  ret i32 %e
}
define <4 x i32> @set0(<4 x i32> %a, i32 %x) {
  %r = insertelement <4 x i32> %a, i32 %x, i32 0
  ret <4 x i32> %r
}
define i32 @get1(<4 x i32> %a) {
  %e = extractelement <4 x i32> %a, i32 1
  ret i32 %e
}
define <4 x i32> @set1(<4 x i32> %a, i32 %x) {
  %r = insertelement <4 x i32> %a, i32 %x, i32 1
  ret <4 x i32> %r
}
define i32 @get2(<4 x i32> %a) {
  %e = extractelement <4 x i32> %a, i32 2
  ret i32 %e
}
define <4 x i32> @set2(<4 x i32> %a, i32 %x) {
  %r = insertelement <4 x i32> %a, i32 %x, i32 2
  ret <4 x i32> %r
}
define i32 @get3(<4 x i32> %a) {
  %e = extractelement <4 x i32> %a, i32 3
  ret i32 %e
}
define <4 x i32> @set3(<4 x i32> %a, i32 %x) {
  %r = insertelement <4 x i32> %a, i32 %x, i32 3
  ret <4 x i32> %r
}
define i32 @get(<4 x i32> %a, i32 %i) {
  %k = and i32 %i, 3
  %e = extractelement <4 x i32> %a, i32 %k
  ret i32 %e
}
define <4 x i32> @set(<4 x i32> %a, i32 %x, i32 %i) {
  %k = and i32 %i, 3
  %r = insertelement <4 x i32> %a, i32 %x, i32 %k
  ret <4 x i32> %r
}
define <4 x i32> @reverse(<4 x i32> %a) {
  %e0 = extractelement <4 x i32> %a, i32 3
  %v0 = insertelement <4 x i32> undef, i32 %e0, i32 0
  %e1 = extractelement <4 x i32> %a, i32 2
  %v1 = insertelement <4 x i32> %v0, i32 %e1, i32 1
  %e2 = extractelement <4 x i32> %a, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %e2, i32 2
  %e3 = extractelement <4 x i32> %a, i32 0
  %v3 = insertelement <4 x i32> %v2, i32 %e3, i32 3
  ret <4 x i32> %v3
}
define <4 x i32> @splat(i32 %x) {
  %v0 = insertelement <4 x i32> undef, i32 %x, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %x, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %x, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %x, i32 3
  ret <4 x i32> %v3
}
define <4 x i32> @set_constant(<4 x i32> %a) {
  %b = insertelement <4 x i32> %a, i32 -7, i32 1
  %c = insertelement <4 x i32> %b, i32 0, i32 3
  ret <4 x i32> %c
}
