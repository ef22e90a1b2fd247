; One element in all lanes, shifts of all lanes by as many bits, and what else is done with lanes and elements of vectors that are put together.
; run: @splat(i32 -3) -> <4 x i32> <-3, -3, -3, -3>
; check x8632/O2 x8664/O2 @splat: pshufd
; check-not x8632/O2 x8664/O2 @splat: pinsrw
; check arm32/O2 @splat: vdup.32
define <4 x i32> @splat(i32 %x) {
  %v0 = insertelement <4 x i32> undef, i32 %x, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %x, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %x, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %x, i32 3
  ret <4 x i32> %v3
}
; run: @shift(<8 x i16> <-32768, 32767, 8, 7, 0, -1, -8, -9>) -> <8 x i16> <-4096, 4095, 1, 0, 0, -1, -1, -2>
; check x8632/O2 x8664/O2 @shift: psraw
; check-not x8632/O2 x8664/O2 @shift: sar
define <8 x i16> @shift(<8 x i16> %a) {
  %v0 = insertelement <8 x i16> undef, i16 3, i32 0
  %v1 = insertelement <8 x i16> %v0, i16 3, i32 1
  %v2 = insertelement <8 x i16> %v1, i16 3, i32 2
  %v3 = insertelement <8 x i16> %v2, i16 3, i32 3
  %v4 = insertelement <8 x i16> %v3, i16 3, i32 4
  %v5 = insertelement <8 x i16> %v4, i16 3, i32 5
  %v6 = insertelement <8 x i16> %v5, i16 3, i32 6
  %v7 = insertelement <8 x i16> %v6, i16 3, i32 7
  %r = ashr <8 x i16> %a, %v7
  ret <8 x i16> %r
}
; What is taken from a vector may be used besides.
; run: @also(<4 x i32> <1, 2, 3, 4>, <4 x i32> <10, 20, 30, 40>) -> <4 x i32> <4, 3, 2, 14>
define <4 x i32> @also(<4 x i32> %a, <4 x i32> %b) {
  %e0 = extractelement <4 x i32> %a, i32 3
  %e1 = extractelement <4 x i32> %a, i32 2
  %e2 = extractelement <4 x i32> %a, i32 1
  %b0 = extractelement <4 x i32> %b, i32 0
  %s = add i32 %e0, %b0
  %v0 = insertelement <4 x i32> undef, i32 %e0, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %e1, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %e2, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %s, i32 3
  ret <4 x i32> %v3
}
; What is put into a lane last stays.
; run: @twice(<4 x i32> <1, 2, 3, 4>, i32 5, i32 6) -> <4 x i32> <5, 6, 1, 2>
define <4 x i32> @twice(<4 x i32> %a, i32 %x, i32 %y) {
  %e0 = extractelement <4 x i32> %a, i32 0
  %e1 = extractelement <4 x i32> %a, i32 1
  %v0 = insertelement <4 x i32> undef, i32 %y, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %x, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %e0, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %e1, i32 3
  %v4 = insertelement <4 x i32> %v3, i32 %x, i32 0
  %v5 = insertelement <4 x i32> %v4, i32 %y, i32 1
  ret <4 x i32> %v5
}
; An element is looked for up to an index that is not known.
; run: @unknown(<4 x i32> <1, 2, 3, 4>, i32 7, i32 1) -> i32 7
; run: @unknown(<4 x i32> <1, 2, 3, 4>, i32 7, i32 2) -> i32 9
define i32 @unknown(<4 x i32> %a, i32 %x, i32 %at) {
  %v0 = insertelement <4 x i32> %a, i32 9, i32 1
  %v1 = insertelement <4 x i32> %v0, i32 %x, i32 %at
  %v2 = insertelement <4 x i32> %v1, i32 %x, i32 3
  %r = extractelement <4 x i32> %v2, i32 1
  ret i32 %r
}
; run: @window(<4 x i32> <1, 2, 3, 4>, <4 x i32> <10, 20, 30, 40>) -> <4 x i32> <4, 10, 20, 30>
; check arm32/O2 @window: vext
; check-not arm32/O2 @window: vmov.32
define <4 x i32> @window(<4 x i32> %a, <4 x i32> %b) {
  %e0 = extractelement <4 x i32> %a, i32 3
  %e1 = extractelement <4 x i32> %b, i32 0
  %e2 = extractelement <4 x i32> %b, i32 1
  %e3 = extractelement <4 x i32> %b, i32 2
  %v0 = insertelement <4 x i32> undef, i32 %e0, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %e1, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %e2, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %e3, i32 3
  ret <4 x i32> %v3
}
; run: @backwards(<4 x i32> <1, 2, 3, 4>) -> <4 x i32> <4, 3, 2, 1>
; check arm32/O2 @backwards: vtbl.8
; check-not arm32/O2 @backwards: vmov.32
define <4 x i32> @backwards(<4 x i32> %a) {
  %e0 = extractelement <4 x i32> %a, i32 3
  %e1 = extractelement <4 x i32> %a, i32 2
  %e2 = extractelement <4 x i32> %a, i32 1
  %e3 = extractelement <4 x i32> %a, i32 0
  %v0 = insertelement <4 x i32> undef, i32 %e0, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %e1, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %e2, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %e3, i32 3
  ret <4 x i32> %v3
}
; A difference from -0.0 turns the sign, one from 0.0 does not turn that of 0.0.
; run: @negated(double -0.0, float 2.5) -> double -2.5
; run: @negated(double 1.0, float 0.0) -> double -1.0
; check x8632/O2 x8664/O2 @negated: xorps
; check arm32/O2 @negated: vneg.f64
; check mips32/O2 @negated: neg.d
; run: @minus_zero(double 0.0) -> double -0.0
; run: @from_zero(double 0.0) -> double 0.0
define double @negated(double %x, float %y) {
  %a = fsub double -0.0, %x
  %b = fsub float -0.0, %y
  %c = fpext float %b to double
  %d = fadd double %a, %c
  ret double %d
}
define double @minus_zero(double %x) {
  %a = fsub double -0.0, %x
  ret double %a
}
define double @from_zero(double %x) {
  %a = fsub double 0.0, %x
  ret double %a
}
; run: @from_zero_float(float 0.0) -> float 0.0
; run: @from_zero_float(float 1.5) -> float -1.5
define float @from_zero_float(float %x) {
  %a = fsub float 0.0, %x
  ret float %a
}
; Zeros between the lanes of a shifted vector.
; run: @holes(<4 x i32> <1, 2, 3, 4>) -> <4 x i32> <2, 0, 4, 0>
define <4 x i32> @holes(<4 x i32> %a) {
  %e0 = extractelement <4 x i32> %a, i32 1
  %e2 = extractelement <4 x i32> %a, i32 3
  %v0 = insertelement <4 x i32> undef, i32 %e0, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 0, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %e2, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 0, i32 3
  ret <4 x i32> %v3
}
