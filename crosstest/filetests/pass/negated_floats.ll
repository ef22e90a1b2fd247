; The opposite of each floating-point predicate: with operands that are less, equal, greater and not numbers.
; edges: @oeq @ogt @oge @olt @ole @one @ord @uno @ueq @ugt @uge @ult @ule @une
define i32 @oeq(double %a, double %b) {
entry:
  %c = fcmp oeq double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @ogt(double %a, double %b) {
entry:
  %c = fcmp ogt double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @oge(double %a, double %b) {
entry:
  %c = fcmp oge double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @olt(double %a, double %b) {
entry:
  %c = fcmp olt double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @ole(double %a, double %b) {
entry:
  %c = fcmp ole double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @one(double %a, double %b) {
entry:
  %c = fcmp one double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @ord(double %a, double %b) {
entry:
  %c = fcmp ord double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @uno(double %a, double %b) {
entry:
  %c = fcmp uno double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @ueq(double %a, double %b) {
entry:
  %c = fcmp ueq double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @ugt(double %a, double %b) {
entry:
  %c = fcmp ugt double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @uge(double %a, double %b) {
entry:
  %c = fcmp uge double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @ult(double %a, double %b) {
entry:
  %c = fcmp ult double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @ule(double %a, double %b) {
entry:
  %c = fcmp ule double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
define i32 @une(double %a, double %b) {
entry:
  %c = fcmp une double %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %holds, label %other
holds:
  ret i32 1
other:
  ret i32 0
}
