; error: f: b0: `v2 = call i32 @llvm.ctlz.i32(i32 v0, i1 v1)`: argument 1 is not a constant

declare i32 @llvm.ctlz.i32(i32, i1)
define i32 @f(i32 %a, i1 %b) {
  %r = call i32 @llvm.ctlz.i32(i32 %a, i1 %b)
  ret i32 %r
}
