; Lanes of <16 x i8>: read and written at every constant index and at variable ones, with other lanes kept.
; edges: @get0 @set0 @get1 @set1 @get2 @set2 @get3 @set3 @get4 @set4 @get5 @set5 @get6 @set6 @get7 @set7 @get8 @set8 @get9 @set9 @get10 @set10 @get11 @set11 @get12 @set12 @get13 @set13 @get14 @set14 @get15 @set15 @get @set @reverse @splat @set_constant

define i32 @get0(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 0
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set0(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 0
  ret <16 x i8> %r
}
define i32 @get1(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 1
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set1(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 1
  ret <16 x i8> %r
}
define i32 @get2(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 2
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set2(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 2
  ret <16 x i8> %r
}
define i32 @get3(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 3
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set3(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 3
  ret <16 x i8> %r
}
define i32 @get4(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 4
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set4(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 4
  ret <16 x i8> %r
}
define i32 @get5(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 5
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set5(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 5
  ret <16 x i8> %r
}
define i32 @get6(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 6
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set6(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 6
  ret <16 x i8> %r
}
define i32 @get7(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 7
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set7(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 7
  ret <16 x i8> %r
}
define i32 @get8(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 8
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set8(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 8
  ret <16 x i8> %r
}
define i32 @get9(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 9
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set9(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 9
  ret <16 x i8> %r
}
define i32 @get10(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 10
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set10(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 10
  ret <16 x i8> %r
}
define i32 @get11(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 11
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set11(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 11
  ret <16 x i8> %r
}
define i32 @get12(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 12
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set12(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 12
  ret <16 x i8> %r
}
define i32 @get13(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 13
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set13(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 13
  ret <16 x i8> %r
}
define i32 @get14(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 14
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set14(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 14
  ret <16 x i8> %r
}
define i32 @get15(<16 x i8> %a) {
  %e = extractelement <16 x i8> %a, i32 15
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set15(<16 x i8> %a, i32 %x) {
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 15
  ret <16 x i8> %r
}
define i32 @get(<16 x i8> %a, i32 %i) {
  %k = and i32 %i, 15
  %e = extractelement <16 x i8> %a, i32 %k
  %w = sext i8 %e to i32
  ret i32 %w
}
define <16 x i8> @set(<16 x i8> %a, i32 %x, i32 %i) {
  %k = and i32 %i, 15
  %n = trunc i32 %x to i8
  %r = insertelement <16 x i8> %a, i8 %n, i32 %k
  ret <16 x i8> %r
}
define <16 x i8> @reverse(<16 x i8> %a) {
  %e0 = extractelement <16 x i8> %a, i32 15
  %v0 = insertelement <16 x i8> undef, i8 %e0, i32 0
  %e1 = extractelement <16 x i8> %a, i32 14
  %v1 = insertelement <16 x i8> %v0, i8 %e1, i32 1
  %e2 = extractelement <16 x i8> %a, i32 13
  %v2 = insertelement <16 x i8> %v1, i8 %e2, i32 2
  %e3 = extractelement <16 x i8> %a, i32 12
  %v3 = insertelement <16 x i8> %v2, i8 %e3, i32 3
  %e4 = extractelement <16 x i8> %a, i32 11
  %v4 = insertelement <16 x i8> %v3, i8 %e4, i32 4
  %e5 = extractelement <16 x i8> %a, i32 10
  %v5 = insertelement <16 x i8> %v4, i8 %e5, i32 5
  %e6 = extractelement <16 x i8> %a, i32 9
  %v6 = insertelement <16 x i8> %v5, i8 %e6, i32 6
  %e7 = extractelement <16 x i8> %a, i32 8
  %v7 = insertelement <16 x i8> %v6, i8 %e7, i32 7
  %e8 = extractelement <16 x i8> %a, i32 7
  %v8 = insertelement <16 x i8> %v7, i8 %e8, i32 8
  %e9 = extractelement <16 x i8> %a, i32 6
  %v9 = insertelement <16 x i8> %v8, i8 %e9, i32 9
  %e10 = extractelement <16 x i8> %a, i32 5
  %v10 = insertelement <16 x i8> %v9, i8 %e10, i32 10
  %e11 = extractelement <16 x i8> %a, i32 4
  %v11 = insertelement <16 x i8> %v10, i8 %e11, i32 11
  %e12 = extractelement <16 x i8> %a, i32 3
  %v12 = insertelement <16 x i8> %v11, i8 %e12, i32 12
  %e13 = extractelement <16 x i8> %a, i32 2
  %v13 = insertelement <16 x i8> %v12, i8 %e13, i32 13
  %e14 = extractelement <16 x i8> %a, i32 1
  %v14 = insertelement <16 x i8> %v13, i8 %e14, i32 14
  %e15 = extractelement <16 x i8> %a, i32 0
  %v15 = insertelement <16 x i8> %v14, i8 %e15, i32 15
  ret <16 x i8> %v15
}
define <16 x i8> @splat(i32 %x) {
  %n = trunc i32 %x to i8
  %v0 = insertelement <16 x i8> undef, i8 %n, i32 0
  %v1 = insertelement <16 x i8> %v0, i8 %n, i32 1
  %v2 = insertelement <16 x i8> %v1, i8 %n, i32 2
  %v3 = insertelement <16 x i8> %v2, i8 %n, i32 3
  %v4 = insertelement <16 x i8> %v3, i8 %n, i32 4
  %v5 = insertelement <16 x i8> %v4, i8 %n, i32 5
  %v6 = insertelement <16 x i8> %v5, i8 %n, i32 6
  %v7 = insertelement <16 x i8> %v6, i8 %n, i32 7
  %v8 = insertelement <16 x i8> %v7, i8 %n, i32 8
  %v9 = insertelement <16 x i8> %v8, i8 %n, i32 9
  %v10 = insertelement <16 x i8> %v9, i8 %n, i32 10
  %v11 = insertelement <16 x i8> %v10, i8 %n, i32 11
  %v12 = insertelement <16 x i8> %v11, i8 %n, i32 12
  %v13 = insertelement <16 x i8> %v12, i8 %n, i32 13
  %v14 = insertelement <16 x i8> %v13, i8 %n, i32 14
  %v15 = insertelement <16 x i8> %v14, i8 %n, i32 15
  ret <16 x i8> %v15
}
define <16 x i8> @set_constant(<16 x i8> %a) {
  %b = insertelement <16 x i8> %a, i8 -7, i32 1
  %c = insertelement <16 x i8> %b, i8 0, i32 15
  ret <16 x i8> %c
}
