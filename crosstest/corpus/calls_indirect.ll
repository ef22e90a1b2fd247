; Calls through pointers: from a table, passed as arguments, with arguments of every kind.
; run: @through_table(i32 0, i32 5, i32 3) -> i32 8
; run: @through_table(i32 1, i32 5, i32 3) -> i32 2
; run: @through_table(i32 2, i32 5, i32 3) -> i32 15
; run: @passed_on(i32 5, i32 3) -> i32 10
; run: @compare_functions() -> i32 0
; edges: @through_table @passed_on @indirect_mixed

@ballast = internal constant [32 x i8] zeroinitializer, align 4
@functions = internal global <{ i32, i32, i32 }> <{ i32 ptrtoint (i32 (i32, i32)* @plus to i32), i32 ptrtoint (i32 (i32, i32)* @minus to i32), i32 ptrtoint (i32 (i32, i32)* @times to i32) }>, align 4
define internal i32 @plus(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}
define internal i32 @minus(i32 %a, i32 %b) {
  %r = sub i32 %a, %b
  ret i32 %r
}
define internal i32 @times(i32 %a, i32 %b) {
  %r = mul i32 %a, %b
  ret i32 %r
}
define i32 @through_table(i32 %which, i32 %a, i32 %b) {
  %index = urem i32 %which, 3
  %offset = mul i32 %index, 4
  %base = ptrtoint <{ i32, i32, i32 }>* @functions to i32
  %addr = add i32 %base, %offset
  %p = inttoptr i32 %addr to i32*
  %f = load i32* %p, align 1
  %callee = inttoptr i32 %f to i32 (i32, i32)*
  %r = call i32 %callee(i32 %a, i32 %b)
  ret i32 %r
}
define internal i32 @apply(i32 %f, i32 %a, i32 %b) {
  %callee = inttoptr i32 %f to i32 (i32, i32)*
  %r = call i32 %callee(i32 %a, i32 %b)
  ret i32 %r
}
define i32 @passed_on(i32 %a, i32 %b) {
  %m = ptrtoint i32 (i32, i32)* @minus to i32
  %t = ptrtoint i32 (i32, i32)* @times to i32
  %x = call i32 @apply(i32 %m, i32 %a, i32 %b)
  %y = call i32 @apply(i32 %t, i32 %x, i32 %a)
  ret i32 %y
}
define internal double @mixed(i64 %a, double %b, float %c, <4 x i32> %d) {
  %w = sitofp i64 %a to double
  %x = fadd double %w, %b
  %y = fpext float %c to double
  %z = fsub double %x, %y
  %e = extractelement <4 x i32> %d, i32 2
  %f = sitofp i32 %e to double
  %g = fadd double %z, %f
  ret double %g
}
define double @indirect_mixed(i64 %a, double %b) {
  %f = ptrtoint double (i64, double, float, <4 x i32>)* @mixed to i32
  %callee = inttoptr i32 %f to double (i64, double, float, <4 x i32>)*
  %r = call double %callee(i64 %a, double %b, float 0.25, <4 x i32> <i32 1, i32 2, i32 3, i32 4>)
  ret double %r
}
define i32 @compare_functions() {
  %m = ptrtoint i32 (i32, i32)* @minus to i32
  %t = ptrtoint i32 (i32, i32)* @times to i32
  %c = icmp eq i32 %m, %t
  %r = zext i1 %c to i32
  ret i32 %r
}
