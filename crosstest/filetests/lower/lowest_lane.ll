; What writes the lowest lane of a register alone clears the register before, so that it does not wait for the other lanes, unless it reads the register.
; run: @converted(i32 -7) -> double -7.0
; check x8664/O2 x8632/O2 @converted: xorps
define double @converted(i32 %x) {
  %d = sitofp i32 %x to double
  ret double %d
}
; run: @root(double 9.0) -> double 3.0
; check-not x8664/O2 @root: xorps
define double @root(double %x) {
  %d = call double @llvm.sqrt.f64(double %x)
  ret double %d
}
; run: @roots(double 9.0, double 16.0) -> double 12.0
define double @roots(double %x, double %y) {
  %d = call double @llvm.sqrt.f64(double %x)
  %e = call double @llvm.sqrt.f64(double %y)
  %p = fmul double %d, %e
  ret double %p
}
; run: @widened(float 1.5, float 0.25) -> double 1.75
define double @widened(float %x, float %y) {
  %d = fpext float %x to double
  %e = fpext float %y to double
  %s = fadd double %d, %e
  ret double %s
}
declare double @llvm.sqrt.f64(double)
