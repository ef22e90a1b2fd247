; Comparisons of <4 x float>, as masks, as numbers, and to select lanes.
; edges: @mask_false @select_false @zero_false @mask_oeq @select_oeq @zero_oeq @mask_ogt @select_ogt @zero_ogt @mask_oge @select_oge @zero_oge @mask_olt @select_olt @zero_olt @mask_ole @select_ole @zero_ole @mask_one @select_one @zero_one @mask_ord @select_ord @zero_ord @mask_ueq @select_ueq @zero_ueq @mask_ugt @select_ugt @zero_ugt @mask_uge @select_uge @zero_uge @mask_ult @select_ult @zero_ult @mask_ule @select_ule @zero_ule @mask_une @select_une @zero_une @mask_uno @select_uno @zero_uno @mask_true @select_true @zero_true

define <4 x i32> @mask_false(<4 x float> %a, <4 x float> %b) {
  %c = fcmp false <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_false(<4 x float> %a, <4 x float> %b) {
  %c = fcmp false <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_false(<4 x float> %a) {
  %c = fcmp false <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_oeq(<4 x float> %a, <4 x float> %b) {
  %c = fcmp oeq <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_oeq(<4 x float> %a, <4 x float> %b) {
  %c = fcmp oeq <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_oeq(<4 x float> %a) {
  %c = fcmp oeq <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_ogt(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ogt <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_ogt(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ogt <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_ogt(<4 x float> %a) {
  %c = fcmp ogt <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_oge(<4 x float> %a, <4 x float> %b) {
  %c = fcmp oge <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_oge(<4 x float> %a, <4 x float> %b) {
  %c = fcmp oge <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_oge(<4 x float> %a) {
  %c = fcmp oge <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_olt(<4 x float> %a, <4 x float> %b) {
  %c = fcmp olt <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_olt(<4 x float> %a, <4 x float> %b) {
  %c = fcmp olt <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_olt(<4 x float> %a) {
  %c = fcmp olt <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_ole(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ole <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_ole(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ole <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_ole(<4 x float> %a) {
  %c = fcmp ole <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_one(<4 x float> %a, <4 x float> %b) {
  %c = fcmp one <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_one(<4 x float> %a, <4 x float> %b) {
  %c = fcmp one <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_one(<4 x float> %a) {
  %c = fcmp one <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_ord(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ord <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_ord(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ord <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_ord(<4 x float> %a) {
  %c = fcmp ord <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_ueq(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ueq <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_ueq(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ueq <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_ueq(<4 x float> %a) {
  %c = fcmp ueq <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_ugt(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ugt <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_ugt(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ugt <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_ugt(<4 x float> %a) {
  %c = fcmp ugt <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_uge(<4 x float> %a, <4 x float> %b) {
  %c = fcmp uge <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_uge(<4 x float> %a, <4 x float> %b) {
  %c = fcmp uge <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_uge(<4 x float> %a) {
  %c = fcmp uge <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_ult(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ult <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_ult(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ult <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_ult(<4 x float> %a) {
  %c = fcmp ult <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_ule(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ule <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_ule(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ule <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_ule(<4 x float> %a) {
  %c = fcmp ule <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_une(<4 x float> %a, <4 x float> %b) {
  %c = fcmp une <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_une(<4 x float> %a, <4 x float> %b) {
  %c = fcmp une <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_une(<4 x float> %a) {
  %c = fcmp une <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_uno(<4 x float> %a, <4 x float> %b) {
  %c = fcmp uno <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_uno(<4 x float> %a, <4 x float> %b) {
  %c = fcmp uno <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_uno(<4 x float> %a) {
  %c = fcmp uno <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_true(<4 x float> %a, <4 x float> %b) {
  %c = fcmp true <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x float> @select_true(<4 x float> %a, <4 x float> %b) {
  %c = fcmp true <4 x float> %a, %b
  %r = select <4 x i1> %c, <4 x float> %b, <4 x float> %a
  ret <4 x float> %r
}
define <4 x i32> @zero_true(<4 x float> %a) {
  %c = fcmp true <4 x float> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
