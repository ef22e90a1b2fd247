; Vectors as arguments and results: in registers, on the stack, mixed with others; vectors of truth values.
; edges: @call_mix @call_eight @call_masks @call_masks8 @call_masks16

define internal <4 x i32> @mix(<4 x i32> %a, i32 %b, <8 x i16> %c, double %d, <16 x i8> %e, <4 x float> %f, i64 %g, <4 x i32> %h, <4 x i32> %i) {
  %b4 = insertelement <4 x i32> %a, i32 %b, i32 1
  %c3 = extractelement <8 x i16> %c, i32 3
  %c3w = sext i16 %c3 to i32
  %b5 = insertelement <4 x i32> %b4, i32 %c3w, i32 2
  %e9 = extractelement <16 x i8> %e, i32 9
  %e9w = zext i8 %e9 to i32
  %b6 = insertelement <4 x i32> %b5, i32 %e9w, i32 3
  %f2 = extractelement <4 x float> %f, i32 2
  %small = fcmp olt float %f2, 1000.0
  %sw = sext i1 %small to i32
  %b7 = insertelement <4 x i32> %b6, i32 %sw, i32 0
  %gl = trunc i64 %g to i32
  %splat = insertelement <4 x i32> %h, i32 %gl, i32 0
  %s1 = add <4 x i32> %b7, %splat
  %s2 = sub <4 x i32> %s1, %i
  %positive = fcmp ogt double %d, 0.0
  %r = select i1 %positive, <4 x i32> %s2, <4 x i32> %b7
  ret <4 x i32> %r
}
define <4 x i32> @call_mix(<4 x i32> %a, <8 x i16> %c, <16 x i8> %e, <4 x float> %f, i64 %g) {
  %x = call <4 x i32> @mix(<4 x i32> %a, i32 -5, <8 x i16> %c, double 1.5, <16 x i8> %e, <4 x float> %f, i64 %g, <4 x i32> %a, <4 x i32> <i32 1, i32 -1, i32 1000, i32 0>)
  %y = call <4 x i32> @mix(<4 x i32> %x, i32 7, <8 x i16> %c, double -1.5, <16 x i8> %e, <4 x float> %f, i64 5, <4 x i32> %a, <4 x i32> %x)
  %r = xor <4 x i32> %x, %y
  ret <4 x i32> %r
}
define internal i32 @eight(<4 x float> %a, <4 x float> %b, <4 x float> %c, <4 x float> %d, <4 x float> %e, <4 x float> %f, <4 x float> %g, <4 x float> %h, <4 x float> %i, <4 x float> %j) {
  %h1 = extractelement <4 x float> %h, i32 1
  %i2 = extractelement <4 x float> %i, i32 2
  %j3 = extractelement <4 x float> %j, i32 3
  %d0 = extractelement <4 x float> %d, i32 0
  %s = fadd float %h1, %i2
  %t = fsub float %s, %j3
  %u = fcmp ult float %t, %d0
  %r = zext i1 %u to i32
  ret i32 %r
}
define i32 @call_eight(<4 x float> %a, <4 x float> %b) {
  %r = call i32 @eight(<4 x float> %a, <4 x float> %b, <4 x float> %a, <4 x float> %b, <4 x float> %a, <4 x float> %b, <4 x float> %a, <4 x float> %b, <4 x float> %a, <4 x float> %b)
  ret i32 %r
}
define internal <4 x i1> @masks(<4 x i1> %a, <4 x i1> %b) {
  %r = xor <4 x i1> %a, %b
  ret <4 x i1> %r
}
define internal <8 x i1> @masks8(<8 x i1> %a, <8 x i1> %b) {
  %r = and <8 x i1> %a, %b
  ret <8 x i1> %r
}
define internal <16 x i1> @masks16(<16 x i1> %a, <16 x i1> %b) {
  %r = or <16 x i1> %a, %b
  ret <16 x i1> %r
}
define <4 x i32> @call_masks(<4 x i32> %a, <4 x i32> %b) {
  %x = icmp slt <4 x i32> %a, %b
  %y = icmp ugt <4 x i32> %a, <i32 5, i32 5, i32 5, i32 5>
  %m = call <4 x i1> @masks(<4 x i1> %x, <4 x i1> %y)
  %r = select <4 x i1> %m, <4 x i32> %a, <4 x i32> %b
  ret <4 x i32> %r
}
define <8 x i16> @call_masks8(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, %b
  %y = icmp ne <8 x i16> %a, zeroinitializer
  %m = call <8 x i1> @masks8(<8 x i1> %x, <8 x i1> %y)
  %r = sext <8 x i1> %m to <8 x i16>
  ret <8 x i16> %r
}
define <16 x i8> @call_masks16(<16 x i8> %a, <16 x i8> %b) {
  %x = icmp slt <16 x i8> %a, %b
  %y = icmp eq <16 x i8> %a, zeroinitializer
  %m = call <16 x i1> @masks16(<16 x i1> %x, <16 x i1> %y)
  %r = zext <16 x i1> %m to <16 x i8>
  ret <16 x i8> %r
}
