; Lanes of <8 x i16>: read and written at every constant index and at variable ones, with other lanes kept.
; edges: @get0 @set0 @get1 @set1 @get2 @set2 @get3 @set3 @get4 @set4 @get5 @set5 @get6 @set6 @get7 @set7 @get @set @reverse @splat @set_constant

define i32 @get0(<8 x i16> %a) {
  %e = extractelement <8 x i16> %a, i32 0
  %w = sext i16 %e to i32
  ret i32 %w
}
define <8 x i16> @set0(<8 x i16> %a, i32 %x) {
  %n = trunc i32 %x to i16
  %r = insertelement <8 x i16> %a, i16 %n, i32 0
  ret <8 x i16> %r
}
define i32 @get1(<8 x i16> %a) {
  %e = extractelement <8 x i16> %a, i32 1
  %w = sext i16 %e to i32
  ret i32 %w
}
define <8 x i16> @set1(<8 x i16> %a, i32 %x) {
  %n = trunc i32 %x to i16
  %r = insertelement <8 x i16> %a, i16 %n, i32 1
  ret <8 x i16> %r
}
define i32 @get2(<8 x i16> %a) {
  %e = extractelement <8 x i16> %a, i32 2
  %w = sext i16 %e to i32
  ret i32 %w
}
define <8 x i16> @set2(<8 x i16> %a, i32 %x) {
  %n = trunc i32 %x to i16
  %r = insertelement <8 x i16> %a, i16 %n, i32 2
  ret <8 x i16> %r
}
define i32 @get3(<8 x i16> %a) {
  %e = extractelement <8 x i16> %a, i32 3
  %w = sext i16 %e to i32
  ret i32 %w
}
define <8 x i16> @set3(<8 x i16> %a, i32 %x) {
  %n = trunc i32 %x to i16
  %r = insertelement <8 x i16> %a, i16 %n, i32 3
  ret <8 x i16> %r
}
define i32 @get4(<8 x i16> %a) {
  %e = extractelement <8 x i16> %a, i32 4
  %w = sext i16 %e to i32
  ret i32 %w
}
define <8 x i16> @set4(<8 x i16> %a, i32 %x) {
  %n = trunc i32 %x to i16
  %r = insertelement <8 x i16> %a, i16 %n, i32 4
  ret <8 x i16> %r
}
define i32 @get5(<8 x i16> %a) {
  %e = extractelement <8 x i16> %a, i32 5
  %w = sext i16 %e to i32
  ret i32 %w
}
define <8 x i16> @set5(<8 x i16> %a, i32 %x) {
  %n = trunc i32 %x to i16
  %r = insertelement <8 x i16> %a, i16 %n, i32 5
  ret <8 x i16> %r
}
define i32 @get6(<8 x i16> %a) {
  %e = extractelement <8 x i16> %a, i32 6
  %w = sext i16 %e to i32
  ret i32 %w
}
define <8 x i16> @set6(<8 x i16> %a, i32 %x) {
  %n = trunc i32 %x to i16
  %r = insertelement <8 x i16> %a, i16 %n, i32 6
  ret <8 x i16> %r
}
define i32 @get7(<8 x i16> %a) {
  %e = extractelement <8 x i16> %a, i32 7
  %w = sext i16 %e to i32
  ret i32 %w
}
define <8 x i16> @set7(<8 x i16> %a, i32 %x) {
  %n = trunc i32 %x to i16
  %r = insertelement <8 x i16> %a, i16 %n, i32 7
  ret <8 x i16> %r
}
define i32 @get(<8 x i16> %a, i32 %i) {
  %k = and i32 %i, 7
  %e = extractelement <8 x i16> %a, i32 %k
  %w = sext i16 %e to i32
  ret i32 %w
}
define <8 x i16> @set(<8 x i16> %a, i32 %x, i32 %i) {
  %k = and i32 %i, 7
  %n = trunc i32 %x to i16
  %r = insertelement <8 x i16> %a, i16 %n, i32 %k
  ret <8 x i16> %r
}
define <8 x i16> @reverse(<8 x i16> %a) {
  %e0 = extractelement <8 x i16> %a, i32 7
  %v0 = insertelement <8 x i16> undef, i16 %e0, i32 0
  %e1 = extractelement <8 x i16> %a, i32 6
  %v1 = insertelement <8 x i16> %v0, i16 %e1, i32 1
  %e2 = extractelement <8 x i16> %a, i32 5
  %v2 = insertelement <8 x i16> %v1, i16 %e2, i32 2
  %e3 = extractelement <8 x i16> %a, i32 4
  %v3 = insertelement <8 x i16> %v2, i16 %e3, i32 3
  %e4 = extractelement <8 x i16> %a, i32 3
  %v4 = insertelement <8 x i16> %v3, i16 %e4, i32 4
  %e5 = extractelement <8 x i16> %a, i32 2
  %v5 = insertelement <8 x i16> %v4, i16 %e5, i32 5
  %e6 = extractelement <8 x i16> %a, i32 1
  %v6 = insertelement <8 x i16> %v5, i16 %e6, i32 6
  %e7 = extractelement <8 x i16> %a, i32 0
  %v7 = insertelement <8 x i16> %v6, i16 %e7, i32 7
  ret <8 x i16> %v7
}
define <8 x i16> @splat(i32 %x) {
  %n = trunc i32 %x to i16
  %v0 = insertelement <8 x i16> undef, i16 %n, i32 0
  %v1 = insertelement <8 x i16> %v0, i16 %n, i32 1
  %v2 = insertelement <8 x i16> %v1, i16 %n, i32 2
  %v3 = insertelement <8 x i16> %v2, i16 %n, i32 3
  %v4 = insertelement <8 x i16> %v3, i16 %n, i32 4
  %v5 = insertelement <8 x i16> %v4, i16 %n, i32 5
  %v6 = insertelement <8 x i16> %v5, i16 %n, i32 6
  %v7 = insertelement <8 x i16> %v6, i16 %n, i32 7
  ret <8 x i16> %v7
}
define <8 x i16> @set_constant(<8 x i16> %a) {
  %b = insertelement <8 x i16> %a, i16 -7, i32 1
  %c = insertelement <8 x i16> %b, i16 0, i32 7
  ret <8 x i16> %c
}
