; Every comparison of float: less, greater, equal (zeros of either sign) and unordered; then all pairs of edge values.
; run: @value_false(float 1.0, float 2.0) -> i32 0
; run: @branch_false(float 1.0, float 2.0) -> i32 20
; run: @value_false(float 2.0, float 1.0) -> i32 0
; run: @branch_false(float 2.0, float 1.0) -> i32 20
; run: @value_false(float 0.0, float -0.0) -> i32 0
; run: @branch_false(float 0.0, float -0.0) -> i32 20
; run: @value_false(float nan, float 1.0) -> i32 0
; run: @branch_false(float nan, float 1.0) -> i32 20
; run: @value_oeq(float 1.0, float 2.0) -> i32 0
; run: @branch_oeq(float 1.0, float 2.0) -> i32 20
; run: @value_oeq(float 2.0, float 1.0) -> i32 0
; run: @branch_oeq(float 2.0, float 1.0) -> i32 20
; run: @value_oeq(float 0.0, float -0.0) -> i32 1
; run: @branch_oeq(float 0.0, float -0.0) -> i32 10
; run: @value_oeq(float nan, float 1.0) -> i32 0
; run: @branch_oeq(float nan, float 1.0) -> i32 20
; run: @value_ogt(float 1.0, float 2.0) -> i32 0
; run: @branch_ogt(float 1.0, float 2.0) -> i32 20
; run: @value_ogt(float 2.0, float 1.0) -> i32 1
; run: @branch_ogt(float 2.0, float 1.0) -> i32 10
; run: @value_ogt(float 0.0, float -0.0) -> i32 0
; run: @branch_ogt(float 0.0, float -0.0) -> i32 20
; run: @value_ogt(float nan, float 1.0) -> i32 0
; run: @branch_ogt(float nan, float 1.0) -> i32 20
; run: @value_oge(float 1.0, float 2.0) -> i32 0
; run: @branch_oge(float 1.0, float 2.0) -> i32 20
; run: @value_oge(float 2.0, float 1.0) -> i32 1
; run: @branch_oge(float 2.0, float 1.0) -> i32 10
; run: @value_oge(float 0.0, float -0.0) -> i32 1
; run: @branch_oge(float 0.0, float -0.0) -> i32 10
; run: @value_oge(float nan, float 1.0) -> i32 0
; run: @branch_oge(float nan, float 1.0) -> i32 20
; run: @value_olt(float 1.0, float 2.0) -> i32 1
; run: @branch_olt(float 1.0, float 2.0) -> i32 10
; run: @value_olt(float 2.0, float 1.0) -> i32 0
; run: @branch_olt(float 2.0, float 1.0) -> i32 20
; run: @value_olt(float 0.0, float -0.0) -> i32 0
; run: @branch_olt(float 0.0, float -0.0) -> i32 20
; run: @value_olt(float nan, float 1.0) -> i32 0
; run: @branch_olt(float nan, float 1.0) -> i32 20
; run: @value_ole(float 1.0, float 2.0) -> i32 1
; run: @branch_ole(float 1.0, float 2.0) -> i32 10
; run: @value_ole(float 2.0, float 1.0) -> i32 0
; run: @branch_ole(float 2.0, float 1.0) -> i32 20
; run: @value_ole(float 0.0, float -0.0) -> i32 1
; run: @branch_ole(float 0.0, float -0.0) -> i32 10
; run: @value_ole(float nan, float 1.0) -> i32 0
; run: @branch_ole(float nan, float 1.0) -> i32 20
; run: @value_one(float 1.0, float 2.0) -> i32 1
; run: @branch_one(float 1.0, float 2.0) -> i32 10
; run: @value_one(float 2.0, float 1.0) -> i32 1
; run: @branch_one(float 2.0, float 1.0) -> i32 10
; run: @value_one(float 0.0, float -0.0) -> i32 0
; run: @branch_one(float 0.0, float -0.0) -> i32 20
; run: @value_one(float nan, float 1.0) -> i32 0
; run: @branch_one(float nan, float 1.0) -> i32 20
; run: @value_ord(float 1.0, float 2.0) -> i32 1
; run: @branch_ord(float 1.0, float 2.0) -> i32 10
; run: @value_ord(float 2.0, float 1.0) -> i32 1
; run: @branch_ord(float 2.0, float 1.0) -> i32 10
; run: @value_ord(float 0.0, float -0.0) -> i32 1
; run: @branch_ord(float 0.0, float -0.0) -> i32 10
; run: @value_ord(float nan, float 1.0) -> i32 0
; run: @branch_ord(float nan, float 1.0) -> i32 20
; run: @value_ueq(float 1.0, float 2.0) -> i32 0
; run: @branch_ueq(float 1.0, float 2.0) -> i32 20
; run: @value_ueq(float 2.0, float 1.0) -> i32 0
; run: @branch_ueq(float 2.0, float 1.0) -> i32 20
; run: @value_ueq(float 0.0, float -0.0) -> i32 1
; run: @branch_ueq(float 0.0, float -0.0) -> i32 10
; run: @value_ueq(float nan, float 1.0) -> i32 1
; run: @branch_ueq(float nan, float 1.0) -> i32 10
; run: @value_ugt(float 1.0, float 2.0) -> i32 0
; run: @branch_ugt(float 1.0, float 2.0) -> i32 20
; run: @value_ugt(float 2.0, float 1.0) -> i32 1
; run: @branch_ugt(float 2.0, float 1.0) -> i32 10
; run: @value_ugt(float 0.0, float -0.0) -> i32 0
; run: @branch_ugt(float 0.0, float -0.0) -> i32 20
; run: @value_ugt(float nan, float 1.0) -> i32 1
; run: @branch_ugt(float nan, float 1.0) -> i32 10
; run: @value_uge(float 1.0, float 2.0) -> i32 0
; run: @branch_uge(float 1.0, float 2.0) -> i32 20
; run: @value_uge(float 2.0, float 1.0) -> i32 1
; run: @branch_uge(float 2.0, float 1.0) -> i32 10
; run: @value_uge(float 0.0, float -0.0) -> i32 1
; run: @branch_uge(float 0.0, float -0.0) -> i32 10
; run: @value_uge(float nan, float 1.0) -> i32 1
; run: @branch_uge(float nan, float 1.0) -> i32 10
; run: @value_ult(float 1.0, float 2.0) -> i32 1
; run: @branch_ult(float 1.0, float 2.0) -> i32 10
; run: @value_ult(float 2.0, float 1.0) -> i32 0
; run: @branch_ult(float 2.0, float 1.0) -> i32 20
; run: @value_ult(float 0.0, float -0.0) -> i32 0
; run: @branch_ult(float 0.0, float -0.0) -> i32 20
; run: @value_ult(float nan, float 1.0) -> i32 1
; run: @branch_ult(float nan, float 1.0) -> i32 10
; run: @value_ule(float 1.0, float 2.0) -> i32 1
; run: @branch_ule(float 1.0, float 2.0) -> i32 10
; run: @value_ule(float 2.0, float 1.0) -> i32 0
; run: @branch_ule(float 2.0, float 1.0) -> i32 20
; run: @value_ule(float 0.0, float -0.0) -> i32 1
; run: @branch_ule(float 0.0, float -0.0) -> i32 10
; run: @value_ule(float nan, float 1.0) -> i32 1
; run: @branch_ule(float nan, float 1.0) -> i32 10
; run: @value_une(float 1.0, float 2.0) -> i32 1
; run: @branch_une(float 1.0, float 2.0) -> i32 10
; run: @value_une(float 2.0, float 1.0) -> i32 1
; run: @branch_une(float 2.0, float 1.0) -> i32 10
; run: @value_une(float 0.0, float -0.0) -> i32 0
; run: @branch_une(float 0.0, float -0.0) -> i32 20
; run: @value_une(float nan, float 1.0) -> i32 1
; run: @branch_une(float nan, float 1.0) -> i32 10
; run: @value_uno(float 1.0, float 2.0) -> i32 0
; run: @branch_uno(float 1.0, float 2.0) -> i32 20
; run: @value_uno(float 2.0, float 1.0) -> i32 0
; run: @branch_uno(float 2.0, float 1.0) -> i32 20
; run: @value_uno(float 0.0, float -0.0) -> i32 0
; run: @branch_uno(float 0.0, float -0.0) -> i32 20
; run: @value_uno(float nan, float 1.0) -> i32 1
; run: @branch_uno(float nan, float 1.0) -> i32 10
; run: @value_true(float 1.0, float 2.0) -> i32 1
; run: @branch_true(float 1.0, float 2.0) -> i32 10
; run: @value_true(float 2.0, float 1.0) -> i32 1
; run: @branch_true(float 2.0, float 1.0) -> i32 10
; run: @value_true(float 0.0, float -0.0) -> i32 1
; run: @branch_true(float 0.0, float -0.0) -> i32 10
; run: @value_true(float nan, float 1.0) -> i32 1
; run: @branch_true(float nan, float 1.0) -> i32 10
; edges: @value_false @branch_false @select_false @value_oeq @branch_oeq @select_oeq @value_ogt @branch_ogt @select_ogt @value_oge @branch_oge @select_oge @value_olt @branch_olt @select_olt @value_ole @branch_ole @select_ole @value_one @branch_one @select_one @value_ord @branch_ord @select_ord @value_ueq @branch_ueq @select_ueq @value_ugt @branch_ugt @select_ugt @value_uge @branch_uge @select_uge @value_ult @branch_ult @select_ult @value_ule @branch_ule @select_ule @value_une @branch_une @select_une @value_uno @branch_uno @select_uno @value_true @branch_true @select_true

define i32 @value_false(float %a, float %b) {
  %c = fcmp false float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_false(float %a, float %b) {
  %c = fcmp false float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_false(float %a, float %b) {
  %c = fcmp false float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_oeq(float %a, float %b) {
  %c = fcmp oeq float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_oeq(float %a, float %b) {
  %c = fcmp oeq float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_oeq(float %a, float %b) {
  %c = fcmp oeq float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_ogt(float %a, float %b) {
  %c = fcmp ogt float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ogt(float %a, float %b) {
  %c = fcmp ogt float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_ogt(float %a, float %b) {
  %c = fcmp ogt float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_oge(float %a, float %b) {
  %c = fcmp oge float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_oge(float %a, float %b) {
  %c = fcmp oge float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_oge(float %a, float %b) {
  %c = fcmp oge float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_olt(float %a, float %b) {
  %c = fcmp olt float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_olt(float %a, float %b) {
  %c = fcmp olt float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_olt(float %a, float %b) {
  %c = fcmp olt float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_ole(float %a, float %b) {
  %c = fcmp ole float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ole(float %a, float %b) {
  %c = fcmp ole float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_ole(float %a, float %b) {
  %c = fcmp ole float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_one(float %a, float %b) {
  %c = fcmp one float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_one(float %a, float %b) {
  %c = fcmp one float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_one(float %a, float %b) {
  %c = fcmp one float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_ord(float %a, float %b) {
  %c = fcmp ord float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ord(float %a, float %b) {
  %c = fcmp ord float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_ord(float %a, float %b) {
  %c = fcmp ord float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_ueq(float %a, float %b) {
  %c = fcmp ueq float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ueq(float %a, float %b) {
  %c = fcmp ueq float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_ueq(float %a, float %b) {
  %c = fcmp ueq float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_ugt(float %a, float %b) {
  %c = fcmp ugt float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ugt(float %a, float %b) {
  %c = fcmp ugt float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_ugt(float %a, float %b) {
  %c = fcmp ugt float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_uge(float %a, float %b) {
  %c = fcmp uge float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_uge(float %a, float %b) {
  %c = fcmp uge float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_uge(float %a, float %b) {
  %c = fcmp uge float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_ult(float %a, float %b) {
  %c = fcmp ult float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ult(float %a, float %b) {
  %c = fcmp ult float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_ult(float %a, float %b) {
  %c = fcmp ult float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_ule(float %a, float %b) {
  %c = fcmp ule float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ule(float %a, float %b) {
  %c = fcmp ule float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_ule(float %a, float %b) {
  %c = fcmp ule float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_une(float %a, float %b) {
  %c = fcmp une float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_une(float %a, float %b) {
  %c = fcmp une float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_une(float %a, float %b) {
  %c = fcmp une float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_uno(float %a, float %b) {
  %c = fcmp uno float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_uno(float %a, float %b) {
  %c = fcmp uno float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_uno(float %a, float %b) {
  %c = fcmp uno float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
define i32 @value_true(float %a, float %b) {
  %c = fcmp true float %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_true(float %a, float %b) {
  %c = fcmp true float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define float @select_true(float %a, float %b) {
  %c = fcmp true float %a, %b
  %r = select i1 %c, float %a, float %b
  ret float %r
}
