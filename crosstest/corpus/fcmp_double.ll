; Every comparison of double: less, greater, equal (zeros of either sign) and unordered; then all pairs of edge values.
; run: @value_false(double 1.0, double 2.0) -> i32 0
; run: @branch_false(double 1.0, double 2.0) -> i32 20
; run: @value_false(double 2.0, double 1.0) -> i32 0
; run: @branch_false(double 2.0, double 1.0) -> i32 20
; run: @value_false(double 0.0, double -0.0) -> i32 0
; run: @branch_false(double 0.0, double -0.0) -> i32 20
; run: @value_false(double nan, double 1.0) -> i32 0
; run: @branch_false(double nan, double 1.0) -> i32 20
; run: @value_oeq(double 1.0, double 2.0) -> i32 0
; run: @branch_oeq(double 1.0, double 2.0) -> i32 20
; run: @value_oeq(double 2.0, double 1.0) -> i32 0
; run: @branch_oeq(double 2.0, double 1.0) -> i32 20
; run: @value_oeq(double 0.0, double -0.0) -> i32 1
; run: @branch_oeq(double 0.0, double -0.0) -> i32 10
; run: @value_oeq(double nan, double 1.0) -> i32 0
; run: @branch_oeq(double nan, double 1.0) -> i32 20
; run: @value_ogt(double 1.0, double 2.0) -> i32 0
; run: @branch_ogt(double 1.0, double 2.0) -> i32 20
; run: @value_ogt(double 2.0, double 1.0) -> i32 1
; run: @branch_ogt(double 2.0, double 1.0) -> i32 10
; run: @value_ogt(double 0.0, double -0.0) -> i32 0
; run: @branch_ogt(double 0.0, double -0.0) -> i32 20
; run: @value_ogt(double nan, double 1.0) -> i32 0
; run: @branch_ogt(double nan, double 1.0) -> i32 20
; run: @value_oge(double 1.0, double 2.0) -> i32 0
; run: @branch_oge(double 1.0, double 2.0) -> i32 20
; run: @value_oge(double 2.0, double 1.0) -> i32 1
; run: @branch_oge(double 2.0, double 1.0) -> i32 10
; run: @value_oge(double 0.0, double -0.0) -> i32 1
; run: @branch_oge(double 0.0, double -0.0) -> i32 10
; run: @value_oge(double nan, double 1.0) -> i32 0
; run: @branch_oge(double nan, double 1.0) -> i32 20
; run: @value_olt(double 1.0, double 2.0) -> i32 1
; run: @branch_olt(double 1.0, double 2.0) -> i32 10
; run: @value_olt(double 2.0, double 1.0) -> i32 0
; run: @branch_olt(double 2.0, double 1.0) -> i32 20
; run: @value_olt(double 0.0, double -0.0) -> i32 0
; run: @branch_olt(double 0.0, double -0.0) -> i32 20
; run: @value_olt(double nan, double 1.0) -> i32 0
; run: @branch_olt(double nan, double 1.0) -> i32 20
; run: @value_ole(double 1.0, double 2.0) -> i32 1
; run: @branch_ole(double 1.0, double 2.0) -> i32 10
; run: @value_ole(double 2.0, double 1.0) -> i32 0
; run: @branch_ole(double 2.0, double 1.0) -> i32 20
; run: @value_ole(double 0.0, double -0.0) -> i32 1
; run: @branch_ole(double 0.0, double -0.0) -> i32 10
; run: @value_ole(double nan, double 1.0) -> i32 0
; run: @branch_ole(double nan, double 1.0) -> i32 20
; run: @value_one(double 1.0, double 2.0) -> i32 1
; run: @branch_one(double 1.0, double 2.0) -> i32 10
; run: @value_one(double 2.0, double 1.0) -> i32 1
; run: @branch_one(double 2.0, double 1.0) -> i32 10
; run: @value_one(double 0.0, double -0.0) -> i32 0
; run: @branch_one(double 0.0, double -0.0) -> i32 20
; run: @value_one(double nan, double 1.0) -> i32 0
; run: @branch_one(double nan, double 1.0) -> i32 20
; run: @value_ord(double 1.0, double 2.0) -> i32 1
; run: @branch_ord(double 1.0, double 2.0) -> i32 10
; run: @value_ord(double 2.0, double 1.0) -> i32 1
; run: @branch_ord(double 2.0, double 1.0) -> i32 10
; run: @value_ord(double 0.0, double -0.0) -> i32 1
; run: @branch_ord(double 0.0, double -0.0) -> i32 10
; run: @value_ord(double nan, double 1.0) -> i32 0
; run: @branch_ord(double nan, double 1.0) -> i32 20
; run: @value_ueq(double 1.0, double 2.0) -> i32 0
; run: @branch_ueq(double 1.0, double 2.0) -> i32 20
; run: @value_ueq(double 2.0, double 1.0) -> i32 0
; run: @branch_ueq(double 2.0, double 1.0) -> i32 20
; run: @value_ueq(double 0.0, double -0.0) -> i32 1
; run: @branch_ueq(double 0.0, double -0.0) -> i32 10
; run: @value_ueq(double nan, double 1.0) -> i32 1
; run: @branch_ueq(double nan, double 1.0) -> i32 10
; run: @value_ugt(double 1.0, double 2.0) -> i32 0
; run: @branch_ugt(double 1.0, double 2.0) -> i32 20
; run: @value_ugt(double 2.0, double 1.0) -> i32 1
; run: @branch_ugt(double 2.0, double 1.0) -> i32 10
; run: @value_ugt(double 0.0, double -0.0) -> i32 0
; run: @branch_ugt(double 0.0, double -0.0) -> i32 20
; run: @value_ugt(double nan, double 1.0) -> i32 1
; run: @branch_ugt(double nan, double 1.0) -> i32 10
; run: @value_uge(double 1.0, double 2.0) -> i32 0
; run: @branch_uge(double 1.0, double 2.0) -> i32 20
; run: @value_uge(double 2.0, double 1.0) -> i32 1
; run: @branch_uge(double 2.0, double 1.0) -> i32 10
; run: @value_uge(double 0.0, double -0.0) -> i32 1
; run: @branch_uge(double 0.0, double -0.0) -> i32 10
; run: @value_uge(double nan, double 1.0) -> i32 1
; run: @branch_uge(double nan, double 1.0) -> i32 10
; run: @value_ult(double 1.0, double 2.0) -> i32 1
; run: @branch_ult(double 1.0, double 2.0) -> i32 10
; run: @value_ult(double 2.0, double 1.0) -> i32 0
; run: @branch_ult(double 2.0, double 1.0) -> i32 20
; run: @value_ult(double 0.0, double -0.0) -> i32 0
; run: @branch_ult(double 0.0, double -0.0) -> i32 20
; run: @value_ult(double nan, double 1.0) -> i32 1
; run: @branch_ult(double nan, double 1.0) -> i32 10
; run: @value_ule(double 1.0, double 2.0) -> i32 1
; run: @branch_ule(double 1.0, double 2.0) -> i32 10
; run: @value_ule(double 2.0, double 1.0) -> i32 0
; run: @branch_ule(double 2.0, double 1.0) -> i32 20
; run: @value_ule(double 0.0, double -0.0) -> i32 1
; run: @branch_ule(double 0.0, double -0.0) -> i32 10
; run: @value_ule(double nan, double 1.0) -> i32 1
; run: @branch_ule(double nan, double 1.0) -> i32 10
; run: @value_une(double 1.0, double 2.0) -> i32 1
; run: @branch_une(double 1.0, double 2.0) -> i32 10
; run: @value_une(double 2.0, double 1.0) -> i32 1
; run: @branch_une(double 2.0, double 1.0) -> i32 10
; run: @value_une(double 0.0, double -0.0) -> i32 0
; run: @branch_une(double 0.0, double -0.0) -> i32 20
; run: @value_une(double nan, double 1.0) -> i32 1
; run: @branch_une(double nan, double 1.0) -> i32 10
; run: @value_uno(double 1.0, double 2.0) -> i32 0
; run: @branch_uno(double 1.0, double 2.0) -> i32 20
; run: @value_uno(double 2.0, double 1.0) -> i32 0
; run: @branch_uno(double 2.0, double 1.0) -> i32 20
; run: @value_uno(double 0.0, double -0.0) -> i32 0
; run: @branch_uno(double 0.0, double -0.0) -> i32 20
; run: @value_uno(double nan, double 1.0) -> i32 1
; run: @branch_uno(double nan, double 1.0) -> i32 10
; run: @value_true(double 1.0, double 2.0) -> i32 1
; run: @branch_true(double 1.0, double 2.0) -> i32 10
; run: @value_true(double 2.0, double 1.0) -> i32 1
; run: @branch_true(double 2.0, double 1.0) -> i32 10
; run: @value_true(double 0.0, double -0.0) -> i32 1
; run: @branch_true(double 0.0, double -0.0) -> i32 10
; run: @value_true(double nan, double 1.0) -> i32 1
; run: @branch_true(double nan, double 1.0) -> i32 10
; edges: @value_false @branch_false @select_false @value_oeq @branch_oeq @select_oeq @value_ogt @branch_ogt @select_ogt @value_oge @branch_oge @select_oge @value_olt @branch_olt @select_olt @value_ole @branch_ole @select_ole @value_one @branch_one @select_one @value_ord @branch_ord @select_ord @value_ueq @branch_ueq @select_ueq @value_ugt @branch_ugt @select_ugt @value_uge @branch_uge @select_uge @value_ult @branch_ult @select_ult @value_ule @branch_ule @select_ule @value_une @branch_une @select_une @value_uno @branch_uno @select_uno @value_true @branch_true @select_true

define i32 @value_false(double %a, double %b) {
  %c = fcmp false double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_false(double %a, double %b) {
  %c = fcmp false double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_false(double %a, double %b) {
  %c = fcmp false double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_oeq(double %a, double %b) {
  %c = fcmp oeq double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_oeq(double %a, double %b) {
  %c = fcmp oeq double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_oeq(double %a, double %b) {
  %c = fcmp oeq double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_ogt(double %a, double %b) {
  %c = fcmp ogt double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ogt(double %a, double %b) {
  %c = fcmp ogt double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_ogt(double %a, double %b) {
  %c = fcmp ogt double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_oge(double %a, double %b) {
  %c = fcmp oge double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_oge(double %a, double %b) {
  %c = fcmp oge double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_oge(double %a, double %b) {
  %c = fcmp oge double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_olt(double %a, double %b) {
  %c = fcmp olt double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_olt(double %a, double %b) {
  %c = fcmp olt double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_olt(double %a, double %b) {
  %c = fcmp olt double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_ole(double %a, double %b) {
  %c = fcmp ole double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ole(double %a, double %b) {
  %c = fcmp ole double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_ole(double %a, double %b) {
  %c = fcmp ole double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_one(double %a, double %b) {
  %c = fcmp one double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_one(double %a, double %b) {
  %c = fcmp one double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_one(double %a, double %b) {
  %c = fcmp one double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_ord(double %a, double %b) {
  %c = fcmp ord double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ord(double %a, double %b) {
  %c = fcmp ord double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_ord(double %a, double %b) {
  %c = fcmp ord double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_ueq(double %a, double %b) {
  %c = fcmp ueq double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ueq(double %a, double %b) {
  %c = fcmp ueq double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_ueq(double %a, double %b) {
  %c = fcmp ueq double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_ugt(double %a, double %b) {
  %c = fcmp ugt double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ugt(double %a, double %b) {
  %c = fcmp ugt double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_ugt(double %a, double %b) {
  %c = fcmp ugt double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_uge(double %a, double %b) {
  %c = fcmp uge double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_uge(double %a, double %b) {
  %c = fcmp uge double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_uge(double %a, double %b) {
  %c = fcmp uge double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_ult(double %a, double %b) {
  %c = fcmp ult double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ult(double %a, double %b) {
  %c = fcmp ult double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_ult(double %a, double %b) {
  %c = fcmp ult double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_ule(double %a, double %b) {
  %c = fcmp ule double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_ule(double %a, double %b) {
  %c = fcmp ule double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_ule(double %a, double %b) {
  %c = fcmp ule double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_une(double %a, double %b) {
  %c = fcmp une double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_une(double %a, double %b) {
  %c = fcmp une double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_une(double %a, double %b) {
  %c = fcmp une double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_uno(double %a, double %b) {
  %c = fcmp uno double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_uno(double %a, double %b) {
  %c = fcmp uno double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_uno(double %a, double %b) {
  %c = fcmp uno double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
define i32 @value_true(double %a, double %b) {
  %c = fcmp true double %a, %b
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @branch_true(double %a, double %b) {
  %c = fcmp true double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 10
no:
  ret i32 20
}
define double @select_true(double %a, double %b) {
  %c = fcmp true double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}
