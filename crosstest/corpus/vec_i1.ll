; Vectors of truth values: logic, lanes, selection, constants, comparison.
; edges: @and_16 @or_16 @xor_16 @get_16_0 @set_16_0 @get_16_1 @set_16_1 @get_16_8 @set_16_8 @get_16_15 @set_16_15 @get_16 @set_16 @choose_16 @constant_16 @icmp_eq_16 @icmp_ult_16 @icmp_sgt_16 @and_8 @or_8 @xor_8 @get_8_0 @set_8_0 @get_8_1 @set_8_1 @get_8_4 @set_8_4 @get_8_7 @set_8_7 @get_8 @set_8 @choose_8 @constant_8 @icmp_eq_8 @icmp_ult_8 @icmp_sgt_8 @and_4 @or_4 @xor_4 @get_4_0 @set_4_0 @get_4_1 @set_4_1 @get_4_2 @set_4_2 @get_4_3 @set_4_3 @get_4 @set_4 @choose_4 @constant_4 @icmp_eq_4 @icmp_ult_4 @icmp_sgt_4

define <16 x i8> @and_16(<16 x i8> %a, <16 x i8> %b) {
  %x = icmp slt <16 x i8> %a, %b
  %y = trunc <16 x i8> %a to <16 x i1>
  %c = and <16 x i1> %x, %y
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @or_16(<16 x i8> %a, <16 x i8> %b) {
  %x = icmp slt <16 x i8> %a, %b
  %y = trunc <16 x i8> %a to <16 x i1>
  %c = or <16 x i1> %x, %y
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @xor_16(<16 x i8> %a, <16 x i8> %b) {
  %x = icmp slt <16 x i8> %a, %b
  %y = trunc <16 x i8> %a to <16 x i1>
  %c = xor <16 x i1> %x, %y
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define i32 @get_16_0(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ugt <16 x i8> %a, %b
  %e = extractelement <16 x i1> %c, i32 0
  %r = zext i1 %e to i32
  ret i32 %r
}
define <16 x i8> @set_16_0(<16 x i8> %a, i32 %x) {
  %c = icmp sgt <16 x i8> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <16 x i1> %c, i1 %t, i32 0
  %r = zext <16 x i1> %d to <16 x i8>
  ret <16 x i8> %r
}
define i32 @get_16_1(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ugt <16 x i8> %a, %b
  %e = extractelement <16 x i1> %c, i32 1
  %r = zext i1 %e to i32
  ret i32 %r
}
define <16 x i8> @set_16_1(<16 x i8> %a, i32 %x) {
  %c = icmp sgt <16 x i8> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <16 x i1> %c, i1 %t, i32 1
  %r = zext <16 x i1> %d to <16 x i8>
  ret <16 x i8> %r
}
define i32 @get_16_8(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ugt <16 x i8> %a, %b
  %e = extractelement <16 x i1> %c, i32 8
  %r = zext i1 %e to i32
  ret i32 %r
}
define <16 x i8> @set_16_8(<16 x i8> %a, i32 %x) {
  %c = icmp sgt <16 x i8> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <16 x i1> %c, i1 %t, i32 8
  %r = zext <16 x i1> %d to <16 x i8>
  ret <16 x i8> %r
}
define i32 @get_16_15(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ugt <16 x i8> %a, %b
  %e = extractelement <16 x i1> %c, i32 15
  %r = zext i1 %e to i32
  ret i32 %r
}
define <16 x i8> @set_16_15(<16 x i8> %a, i32 %x) {
  %c = icmp sgt <16 x i8> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <16 x i1> %c, i1 %t, i32 15
  %r = zext <16 x i1> %d to <16 x i8>
  ret <16 x i8> %r
}
define i32 @get_16(<16 x i8> %a, <16 x i8> %b, i32 %i) {
  %k = and i32 %i, 15
  %c = icmp ne <16 x i8> %a, %b
  %e = extractelement <16 x i1> %c, i32 %k
  br i1 %e, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
define <16 x i8> @set_16(<16 x i8> %a, i32 %x, i32 %i) {
  %k = and i32 %i, 15
  %c = icmp sgt <16 x i8> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <16 x i1> %c, i1 %t, i32 %k
  %r = sext <16 x i1> %d to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @choose_16(<16 x i8> %a, <16 x i8> %b, i32 %x) {
  %c = icmp slt <16 x i8> %a, %b
  %d = icmp eq <16 x i8> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %s = select i1 %t, <16 x i1> %c, <16 x i1> %d
  %u = select <16 x i1> %s, <16 x i1> %d, <16 x i1> %c
  %r = zext <16 x i1> %u to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @constant_16(<16 x i8> %a) {
  %c = icmp slt <16 x i8> %a, zeroinitializer
  %d = xor <16 x i1> %c, <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false>
  %r = sext <16 x i1> %d to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @icmp_eq_16(<16 x i8> %a, <16 x i8> %b) {
  %x = icmp slt <16 x i8> %a, %b
  %y = icmp ne <16 x i8> %a, zeroinitializer
  %c = icmp eq <16 x i1> %x, %y
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @icmp_ult_16(<16 x i8> %a, <16 x i8> %b) {
  %x = icmp slt <16 x i8> %a, %b
  %y = icmp ne <16 x i8> %a, zeroinitializer
  %c = icmp ult <16 x i1> %x, %y
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @icmp_sgt_16(<16 x i8> %a, <16 x i8> %b) {
  %x = icmp slt <16 x i8> %a, %b
  %y = icmp ne <16 x i8> %a, zeroinitializer
  %c = icmp sgt <16 x i1> %x, %y
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <8 x i16> @and_8(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, %b
  %y = trunc <8 x i16> %a to <8 x i1>
  %c = and <8 x i1> %x, %y
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @or_8(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, %b
  %y = trunc <8 x i16> %a to <8 x i1>
  %c = or <8 x i1> %x, %y
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @xor_8(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, %b
  %y = trunc <8 x i16> %a to <8 x i1>
  %c = xor <8 x i1> %x, %y
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define i32 @get_8_0(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ugt <8 x i16> %a, %b
  %e = extractelement <8 x i1> %c, i32 0
  %r = zext i1 %e to i32
  ret i32 %r
}
define <8 x i16> @set_8_0(<8 x i16> %a, i32 %x) {
  %c = icmp sgt <8 x i16> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <8 x i1> %c, i1 %t, i32 0
  %r = zext <8 x i1> %d to <8 x i16>
  ret <8 x i16> %r
}
define i32 @get_8_1(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ugt <8 x i16> %a, %b
  %e = extractelement <8 x i1> %c, i32 1
  %r = zext i1 %e to i32
  ret i32 %r
}
define <8 x i16> @set_8_1(<8 x i16> %a, i32 %x) {
  %c = icmp sgt <8 x i16> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <8 x i1> %c, i1 %t, i32 1
  %r = zext <8 x i1> %d to <8 x i16>
  ret <8 x i16> %r
}
define i32 @get_8_4(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ugt <8 x i16> %a, %b
  %e = extractelement <8 x i1> %c, i32 4
  %r = zext i1 %e to i32
  ret i32 %r
}
define <8 x i16> @set_8_4(<8 x i16> %a, i32 %x) {
  %c = icmp sgt <8 x i16> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <8 x i1> %c, i1 %t, i32 4
  %r = zext <8 x i1> %d to <8 x i16>
  ret <8 x i16> %r
}
define i32 @get_8_7(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ugt <8 x i16> %a, %b
  %e = extractelement <8 x i1> %c, i32 7
  %r = zext i1 %e to i32
  ret i32 %r
}
define <8 x i16> @set_8_7(<8 x i16> %a, i32 %x) {
  %c = icmp sgt <8 x i16> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <8 x i1> %c, i1 %t, i32 7
  %r = zext <8 x i1> %d to <8 x i16>
  ret <8 x i16> %r
}
define i32 @get_8(<8 x i16> %a, <8 x i16> %b, i32 %i) {
  %k = and i32 %i, 7
  %c = icmp ne <8 x i16> %a, %b
  %e = extractelement <8 x i1> %c, i32 %k
  br i1 %e, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
define <8 x i16> @set_8(<8 x i16> %a, i32 %x, i32 %i) {
  %k = and i32 %i, 7
  %c = icmp sgt <8 x i16> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <8 x i1> %c, i1 %t, i32 %k
  %r = sext <8 x i1> %d to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @choose_8(<8 x i16> %a, <8 x i16> %b, i32 %x) {
  %c = icmp slt <8 x i16> %a, %b
  %d = icmp eq <8 x i16> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %s = select i1 %t, <8 x i1> %c, <8 x i1> %d
  %u = select <8 x i1> %s, <8 x i1> %d, <8 x i1> %c
  %r = zext <8 x i1> %u to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @constant_8(<8 x i16> %a) {
  %c = icmp slt <8 x i16> %a, zeroinitializer
  %d = xor <8 x i1> %c, <i1 true, i1 false, i1 true, i1 false, i1 true, i1 false, i1 true, i1 false>
  %r = sext <8 x i1> %d to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @icmp_eq_8(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, %b
  %y = icmp ne <8 x i16> %a, zeroinitializer
  %c = icmp eq <8 x i1> %x, %y
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @icmp_ult_8(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, %b
  %y = icmp ne <8 x i16> %a, zeroinitializer
  %c = icmp ult <8 x i1> %x, %y
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @icmp_sgt_8(<8 x i16> %a, <8 x i16> %b) {
  %x = icmp slt <8 x i16> %a, %b
  %y = icmp ne <8 x i16> %a, zeroinitializer
  %c = icmp sgt <8 x i1> %x, %y
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <4 x i32> @and_4(<4 x i32> %a, <4 x i32> %b) {
  %x = icmp slt <4 x i32> %a, %b
  %y = trunc <4 x i32> %a to <4 x i1>
  %c = and <4 x i1> %x, %y
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @or_4(<4 x i32> %a, <4 x i32> %b) {
  %x = icmp slt <4 x i32> %a, %b
  %y = trunc <4 x i32> %a to <4 x i1>
  %c = or <4 x i1> %x, %y
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @xor_4(<4 x i32> %a, <4 x i32> %b) {
  %x = icmp slt <4 x i32> %a, %b
  %y = trunc <4 x i32> %a to <4 x i1>
  %c = xor <4 x i1> %x, %y
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define i32 @get_4_0(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ugt <4 x i32> %a, %b
  %e = extractelement <4 x i1> %c, i32 0
  %r = zext i1 %e to i32
  ret i32 %r
}
define <4 x i32> @set_4_0(<4 x i32> %a, i32 %x) {
  %c = icmp sgt <4 x i32> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <4 x i1> %c, i1 %t, i32 0
  %r = zext <4 x i1> %d to <4 x i32>
  ret <4 x i32> %r
}
define i32 @get_4_1(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ugt <4 x i32> %a, %b
  %e = extractelement <4 x i1> %c, i32 1
  %r = zext i1 %e to i32
  ret i32 %r
}
define <4 x i32> @set_4_1(<4 x i32> %a, i32 %x) {
  %c = icmp sgt <4 x i32> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <4 x i1> %c, i1 %t, i32 1
  %r = zext <4 x i1> %d to <4 x i32>
  ret <4 x i32> %r
}
define i32 @get_4_2(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ugt <4 x i32> %a, %b
  %e = extractelement <4 x i1> %c, i32 2
  %r = zext i1 %e to i32
  ret i32 %r
}
define <4 x i32> @set_4_2(<4 x i32> %a, i32 %x) {
  %c = icmp sgt <4 x i32> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <4 x i1> %c, i1 %t, i32 2
  %r = zext <4 x i1> %d to <4 x i32>
  ret <4 x i32> %r
}
define i32 @get_4_3(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ugt <4 x i32> %a, %b
  %e = extractelement <4 x i1> %c, i32 3
  %r = zext i1 %e to i32
  ret i32 %r
}
define <4 x i32> @set_4_3(<4 x i32> %a, i32 %x) {
  %c = icmp sgt <4 x i32> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <4 x i1> %c, i1 %t, i32 3
  %r = zext <4 x i1> %d to <4 x i32>
  ret <4 x i32> %r
}
define i32 @get_4(<4 x i32> %a, <4 x i32> %b, i32 %i) {
  %k = and i32 %i, 3
  %c = icmp ne <4 x i32> %a, %b
  %e = extractelement <4 x i1> %c, i32 %k
  br i1 %e, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
define <4 x i32> @set_4(<4 x i32> %a, i32 %x, i32 %i) {
  %k = and i32 %i, 3
  %c = icmp sgt <4 x i32> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %d = insertelement <4 x i1> %c, i1 %t, i32 %k
  %r = sext <4 x i1> %d to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @choose_4(<4 x i32> %a, <4 x i32> %b, i32 %x) {
  %c = icmp slt <4 x i32> %a, %b
  %d = icmp eq <4 x i32> %a, zeroinitializer
  %t = trunc i32 %x to i1
  %s = select i1 %t, <4 x i1> %c, <4 x i1> %d
  %u = select <4 x i1> %s, <4 x i1> %d, <4 x i1> %c
  %r = zext <4 x i1> %u to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @constant_4(<4 x i32> %a) {
  %c = icmp slt <4 x i32> %a, zeroinitializer
  %d = xor <4 x i1> %c, <i1 true, i1 false, i1 true, i1 false>
  %r = sext <4 x i1> %d to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @icmp_eq_4(<4 x i32> %a, <4 x i32> %b) {
  %x = icmp slt <4 x i32> %a, %b
  %y = icmp ne <4 x i32> %a, zeroinitializer
  %c = icmp eq <4 x i1> %x, %y
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @icmp_ult_4(<4 x i32> %a, <4 x i32> %b) {
  %x = icmp slt <4 x i32> %a, %b
  %y = icmp ne <4 x i32> %a, zeroinitializer
  %c = icmp ult <4 x i1> %x, %y
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @icmp_sgt_4(<4 x i32> %a, <4 x i32> %b) {
  %x = icmp slt <4 x i32> %a, %b
  %y = icmp ne <4 x i32> %a, zeroinitializer
  %c = icmp sgt <4 x i1> %x, %y
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
