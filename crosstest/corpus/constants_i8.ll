; Products, quotients and remainders of i8 with every constant near a power of two, and a few others, on edge values: each function
; mixes the results of all of its constants. The last ones are of one constant each.
; run: @one_udiv_7(i32 0) -> i32 0
; run: @one_udiv_7(i32 1) -> i32 0
; run: @one_udiv_7(i32 255) -> i32 36
; run: @one_udiv_7(i32 127) -> i32 18
; run: @one_udiv_7(i32 128) -> i32 18
; run: @one_udiv_7(i32 250) -> i32 35
; run: @one_udiv_7(i32 100) -> i32 14
; run: @one_udiv_7(i32 20) -> i32 2
; run: @one_urem_10(i32 0) -> i32 0
; run: @one_urem_10(i32 1) -> i32 1
; run: @one_urem_10(i32 255) -> i32 5
; run: @one_urem_10(i32 127) -> i32 7
; run: @one_urem_10(i32 128) -> i32 8
; run: @one_urem_10(i32 250) -> i32 0
; run: @one_urem_10(i32 100) -> i32 0
; run: @one_urem_10(i32 20) -> i32 0
; run: @one_sdiv_m7(i32 0) -> i32 0
; run: @one_sdiv_m7(i32 1) -> i32 0
; run: @one_sdiv_m7(i32 255) -> i32 0
; run: @one_sdiv_m7(i32 127) -> i32 -18
; run: @one_sdiv_m7(i32 128) -> i32 18
; run: @one_sdiv_m7(i32 250) -> i32 0
; run: @one_sdiv_m7(i32 100) -> i32 -14
; run: @one_sdiv_m7(i32 20) -> i32 -2
; run: @one_srem_10(i32 0) -> i32 0
; run: @one_srem_10(i32 1) -> i32 1
; run: @one_srem_10(i32 255) -> i32 -1
; run: @one_srem_10(i32 127) -> i32 7
; run: @one_srem_10(i32 128) -> i32 -8
; run: @one_srem_10(i32 250) -> i32 -6
; run: @one_srem_10(i32 100) -> i32 0
; run: @one_srem_10(i32 20) -> i32 0
; run: @one_sdiv_16(i32 0) -> i32 0
; run: @one_sdiv_16(i32 1) -> i32 0
; run: @one_sdiv_16(i32 255) -> i32 0
; run: @one_sdiv_16(i32 127) -> i32 7
; run: @one_sdiv_16(i32 128) -> i32 -8
; run: @one_sdiv_16(i32 250) -> i32 0
; run: @one_sdiv_16(i32 100) -> i32 6
; run: @one_sdiv_16(i32 20) -> i32 1
; run: @one_srem_16(i32 0) -> i32 0
; run: @one_srem_16(i32 1) -> i32 1
; run: @one_srem_16(i32 255) -> i32 -1
; run: @one_srem_16(i32 127) -> i32 15
; run: @one_srem_16(i32 128) -> i32 0
; run: @one_srem_16(i32 250) -> i32 -6
; run: @one_srem_16(i32 100) -> i32 4
; run: @one_srem_16(i32 20) -> i32 4
; run: @one_sdiv_m16(i32 0) -> i32 0
; run: @one_sdiv_m16(i32 1) -> i32 0
; run: @one_sdiv_m16(i32 255) -> i32 0
; run: @one_sdiv_m16(i32 127) -> i32 -7
; run: @one_sdiv_m16(i32 128) -> i32 8
; run: @one_sdiv_m16(i32 250) -> i32 0
; run: @one_sdiv_m16(i32 100) -> i32 -6
; run: @one_sdiv_m16(i32 20) -> i32 -1
; run: @one_udiv_129(i32 0) -> i32 0
; run: @one_udiv_129(i32 1) -> i32 0
; run: @one_udiv_129(i32 255) -> i32 1
; run: @one_udiv_129(i32 127) -> i32 0
; run: @one_udiv_129(i32 128) -> i32 0
; run: @one_udiv_129(i32 250) -> i32 1
; run: @one_udiv_129(i32 100) -> i32 0
; run: @one_udiv_129(i32 20) -> i32 0
; run: @one_sdiv_m128(i32 0) -> i32 0
; run: @one_sdiv_m128(i32 1) -> i32 0
; run: @one_sdiv_m128(i32 255) -> i32 0
; run: @one_sdiv_m128(i32 127) -> i32 0
; run: @one_sdiv_m128(i32 128) -> i32 1
; run: @one_sdiv_m128(i32 250) -> i32 0
; run: @one_sdiv_m128(i32 100) -> i32 0
; run: @one_sdiv_m128(i32 20) -> i32 0
; edges: @mul_0 @udiv_0 @urem_0 @sdiv_0 @srem_0 @one_udiv_7
; edges: @one_urem_10 @one_sdiv_m7 @one_srem_10 @one_sdiv_16 @one_srem_16 @one_sdiv_m16
; edges: @one_udiv_129 @one_sdiv_m128

define i32 @mul_0(i32 %a) {
  %x = trunc i32 %a to i8
  %q0 = mul i8 %x, 1
  %e0 = zext i8 %q0 to i32
  %x0 = xor i32 0, %e0
  %h0 = mul i32 %x0, 16777619
  %q1 = mul i8 %x, 2
  %e1 = zext i8 %q1 to i32
  %x1 = xor i32 %h0, %e1
  %h1 = mul i32 %x1, 16777619
  %q2 = mul i8 %x, 3
  %e2 = zext i8 %q2 to i32
  %x2 = xor i32 %h1, %e2
  %h2 = mul i32 %x2, 16777619
  %q3 = mul i8 %x, 4
  %e3 = zext i8 %q3 to i32
  %x3 = xor i32 %h2, %e3
  %h3 = mul i32 %x3, 16777619
  %q4 = mul i8 %x, 5
  %e4 = zext i8 %q4 to i32
  %x4 = xor i32 %h3, %e4
  %h4 = mul i32 %x4, 16777619
  %q5 = mul i8 %x, 6
  %e5 = zext i8 %q5 to i32
  %x5 = xor i32 %h4, %e5
  %h5 = mul i32 %x5, 16777619
  %q6 = mul i8 %x, 7
  %e6 = zext i8 %q6 to i32
  %x6 = xor i32 %h5, %e6
  %h6 = mul i32 %x6, 16777619
  %q7 = mul i8 %x, 8
  %e7 = zext i8 %q7 to i32
  %x7 = xor i32 %h6, %e7
  %h7 = mul i32 %x7, 16777619
  %q8 = mul i8 %x, 9
  %e8 = zext i8 %q8 to i32
  %x8 = xor i32 %h7, %e8
  %h8 = mul i32 %x8, 16777619
  %q9 = mul i8 %x, 10
  %e9 = zext i8 %q9 to i32
  %x9 = xor i32 %h8, %e9
  %h9 = mul i32 %x9, 16777619
  %q10 = mul i8 %x, 15
  %e10 = zext i8 %q10 to i32
  %x10 = xor i32 %h9, %e10
  %h10 = mul i32 %x10, 16777619
  %q11 = mul i8 %x, 16
  %e11 = zext i8 %q11 to i32
  %x11 = xor i32 %h10, %e11
  %h11 = mul i32 %x11, 16777619
  %q12 = mul i8 %x, 17
  %e12 = zext i8 %q12 to i32
  %x12 = xor i32 %h11, %e12
  %h12 = mul i32 %x12, 16777619
  %q13 = mul i8 %x, 25
  %e13 = zext i8 %q13 to i32
  %x13 = xor i32 %h12, %e13
  %h13 = mul i32 %x13, 16777619
  %q14 = mul i8 %x, 31
  %e14 = zext i8 %q14 to i32
  %x14 = xor i32 %h13, %e14
  %h14 = mul i32 %x14, 16777619
  %q15 = mul i8 %x, 32
  %e15 = zext i8 %q15 to i32
  %x15 = xor i32 %h14, %e15
  %h15 = mul i32 %x15, 16777619
  %q16 = mul i8 %x, 33
  %e16 = zext i8 %q16 to i32
  %x16 = xor i32 %h15, %e16
  %h16 = mul i32 %x16, 16777619
  %q17 = mul i8 %x, 45
  %e17 = zext i8 %q17 to i32
  %x17 = xor i32 %h16, %e17
  %h17 = mul i32 %x17, 16777619
  %q18 = mul i8 %x, 63
  %e18 = zext i8 %q18 to i32
  %x18 = xor i32 %h17, %e18
  %h18 = mul i32 %x18, 16777619
  %q19 = mul i8 %x, 64
  %e19 = zext i8 %q19 to i32
  %x19 = xor i32 %h18, %e19
  %h19 = mul i32 %x19, 16777619
  %q20 = mul i8 %x, 65
  %e20 = zext i8 %q20 to i32
  %x20 = xor i32 %h19, %e20
  %h20 = mul i32 %x20, 16777619
  %q21 = mul i8 %x, 100
  %e21 = zext i8 %q21 to i32
  %x21 = xor i32 %h20, %e21
  %h21 = mul i32 %x21, 16777619
  %q22 = mul i8 %x, 125
  %e22 = zext i8 %q22 to i32
  %x22 = xor i32 %h21, %e22
  %h22 = mul i32 %x22, 16777619
  %q23 = mul i8 %x, 127
  %e23 = zext i8 %q23 to i32
  %x23 = xor i32 %h22, %e23
  %h23 = mul i32 %x23, 16777619
  %q24 = mul i8 %x, -128
  %e24 = zext i8 %q24 to i32
  %x24 = xor i32 %h23, %e24
  %h24 = mul i32 %x24, 16777619
  %q25 = mul i8 %x, -127
  %e25 = zext i8 %q25 to i32
  %x25 = xor i32 %h24, %e25
  %h25 = mul i32 %x25, 16777619
  %q26 = mul i8 %x, -65
  %e26 = zext i8 %q26 to i32
  %x26 = xor i32 %h25, %e26
  %h26 = mul i32 %x26, 16777619
  %q27 = mul i8 %x, -64
  %e27 = zext i8 %q27 to i32
  %x27 = xor i32 %h26, %e27
  %h27 = mul i32 %x27, 16777619
  %q28 = mul i8 %x, -63
  %e28 = zext i8 %q28 to i32
  %x28 = xor i32 %h27, %e28
  %h28 = mul i32 %x28, 16777619
  %q29 = mul i8 %x, -33
  %e29 = zext i8 %q29 to i32
  %x29 = xor i32 %h28, %e29
  %h29 = mul i32 %x29, 16777619
  %q30 = mul i8 %x, -32
  %e30 = zext i8 %q30 to i32
  %x30 = xor i32 %h29, %e30
  %h30 = mul i32 %x30, 16777619
  %q31 = mul i8 %x, -31
  %e31 = zext i8 %q31 to i32
  %x31 = xor i32 %h30, %e31
  %h31 = mul i32 %x31, 16777619
  %q32 = mul i8 %x, -24
  %e32 = zext i8 %q32 to i32
  %x32 = xor i32 %h31, %e32
  %h32 = mul i32 %x32, 16777619
  %q33 = mul i8 %x, -17
  %e33 = zext i8 %q33 to i32
  %x33 = xor i32 %h32, %e33
  %h33 = mul i32 %x33, 16777619
  %q34 = mul i8 %x, -16
  %e34 = zext i8 %q34 to i32
  %x34 = xor i32 %h33, %e34
  %h34 = mul i32 %x34, 16777619
  %q35 = mul i8 %x, -15
  %e35 = zext i8 %q35 to i32
  %x35 = xor i32 %h34, %e35
  %h35 = mul i32 %x35, 16777619
  %q36 = mul i8 %x, -10
  %e36 = zext i8 %q36 to i32
  %x36 = xor i32 %h35, %e36
  %h36 = mul i32 %x36, 16777619
  %q37 = mul i8 %x, -9
  %e37 = zext i8 %q37 to i32
  %x37 = xor i32 %h36, %e37
  %h37 = mul i32 %x37, 16777619
  %q38 = mul i8 %x, -8
  %e38 = zext i8 %q38 to i32
  %x38 = xor i32 %h37, %e38
  %h38 = mul i32 %x38, 16777619
  %q39 = mul i8 %x, -7
  %e39 = zext i8 %q39 to i32
  %x39 = xor i32 %h38, %e39
  %h39 = mul i32 %x39, 16777619
  %q40 = mul i8 %x, -5
  %e40 = zext i8 %q40 to i32
  %x40 = xor i32 %h39, %e40
  %h40 = mul i32 %x40, 16777619
  %q41 = mul i8 %x, -4
  %e41 = zext i8 %q41 to i32
  %x41 = xor i32 %h40, %e41
  %h41 = mul i32 %x41, 16777619
  %q42 = mul i8 %x, -3
  %e42 = zext i8 %q42 to i32
  %x42 = xor i32 %h41, %e42
  %h42 = mul i32 %x42, 16777619
  %q43 = mul i8 %x, -2
  %e43 = zext i8 %q43 to i32
  %x43 = xor i32 %h42, %e43
  %h43 = mul i32 %x43, 16777619
  %q44 = mul i8 %x, -1
  %e44 = zext i8 %q44 to i32
  %x44 = xor i32 %h43, %e44
  %h44 = mul i32 %x44, 16777619
  ret i32 %h44
}
define i32 @udiv_0(i32 %a) {
  %x = trunc i32 %a to i8
  %q0 = udiv i8 %x, 1
  %e0 = zext i8 %q0 to i32
  %x0 = xor i32 0, %e0
  %h0 = mul i32 %x0, 16777619
  %q1 = udiv i8 %x, 2
  %e1 = zext i8 %q1 to i32
  %x1 = xor i32 %h0, %e1
  %h1 = mul i32 %x1, 16777619
  %q2 = udiv i8 %x, 3
  %e2 = zext i8 %q2 to i32
  %x2 = xor i32 %h1, %e2
  %h2 = mul i32 %x2, 16777619
  %q3 = udiv i8 %x, 4
  %e3 = zext i8 %q3 to i32
  %x3 = xor i32 %h2, %e3
  %h3 = mul i32 %x3, 16777619
  %q4 = udiv i8 %x, 5
  %e4 = zext i8 %q4 to i32
  %x4 = xor i32 %h3, %e4
  %h4 = mul i32 %x4, 16777619
  %q5 = udiv i8 %x, 6
  %e5 = zext i8 %q5 to i32
  %x5 = xor i32 %h4, %e5
  %h5 = mul i32 %x5, 16777619
  %q6 = udiv i8 %x, 7
  %e6 = zext i8 %q6 to i32
  %x6 = xor i32 %h5, %e6
  %h6 = mul i32 %x6, 16777619
  %q7 = udiv i8 %x, 8
  %e7 = zext i8 %q7 to i32
  %x7 = xor i32 %h6, %e7
  %h7 = mul i32 %x7, 16777619
  %q8 = udiv i8 %x, 9
  %e8 = zext i8 %q8 to i32
  %x8 = xor i32 %h7, %e8
  %h8 = mul i32 %x8, 16777619
  %q9 = udiv i8 %x, 10
  %e9 = zext i8 %q9 to i32
  %x9 = xor i32 %h8, %e9
  %h9 = mul i32 %x9, 16777619
  %q10 = udiv i8 %x, 15
  %e10 = zext i8 %q10 to i32
  %x10 = xor i32 %h9, %e10
  %h10 = mul i32 %x10, 16777619
  %q11 = udiv i8 %x, 16
  %e11 = zext i8 %q11 to i32
  %x11 = xor i32 %h10, %e11
  %h11 = mul i32 %x11, 16777619
  %q12 = udiv i8 %x, 17
  %e12 = zext i8 %q12 to i32
  %x12 = xor i32 %h11, %e12
  %h12 = mul i32 %x12, 16777619
  %q13 = udiv i8 %x, 25
  %e13 = zext i8 %q13 to i32
  %x13 = xor i32 %h12, %e13
  %h13 = mul i32 %x13, 16777619
  %q14 = udiv i8 %x, 31
  %e14 = zext i8 %q14 to i32
  %x14 = xor i32 %h13, %e14
  %h14 = mul i32 %x14, 16777619
  %q15 = udiv i8 %x, 32
  %e15 = zext i8 %q15 to i32
  %x15 = xor i32 %h14, %e15
  %h15 = mul i32 %x15, 16777619
  %q16 = udiv i8 %x, 33
  %e16 = zext i8 %q16 to i32
  %x16 = xor i32 %h15, %e16
  %h16 = mul i32 %x16, 16777619
  %q17 = udiv i8 %x, 45
  %e17 = zext i8 %q17 to i32
  %x17 = xor i32 %h16, %e17
  %h17 = mul i32 %x17, 16777619
  %q18 = udiv i8 %x, 63
  %e18 = zext i8 %q18 to i32
  %x18 = xor i32 %h17, %e18
  %h18 = mul i32 %x18, 16777619
  %q19 = udiv i8 %x, 64
  %e19 = zext i8 %q19 to i32
  %x19 = xor i32 %h18, %e19
  %h19 = mul i32 %x19, 16777619
  %q20 = udiv i8 %x, 65
  %e20 = zext i8 %q20 to i32
  %x20 = xor i32 %h19, %e20
  %h20 = mul i32 %x20, 16777619
  %q21 = udiv i8 %x, 100
  %e21 = zext i8 %q21 to i32
  %x21 = xor i32 %h20, %e21
  %h21 = mul i32 %x21, 16777619
  %q22 = udiv i8 %x, 125
  %e22 = zext i8 %q22 to i32
  %x22 = xor i32 %h21, %e22
  %h22 = mul i32 %x22, 16777619
  %q23 = udiv i8 %x, 127
  %e23 = zext i8 %q23 to i32
  %x23 = xor i32 %h22, %e23
  %h23 = mul i32 %x23, 16777619
  %q24 = udiv i8 %x, -128
  %e24 = zext i8 %q24 to i32
  %x24 = xor i32 %h23, %e24
  %h24 = mul i32 %x24, 16777619
  %q25 = udiv i8 %x, -127
  %e25 = zext i8 %q25 to i32
  %x25 = xor i32 %h24, %e25
  %h25 = mul i32 %x25, 16777619
  %q26 = udiv i8 %x, -65
  %e26 = zext i8 %q26 to i32
  %x26 = xor i32 %h25, %e26
  %h26 = mul i32 %x26, 16777619
  %q27 = udiv i8 %x, -64
  %e27 = zext i8 %q27 to i32
  %x27 = xor i32 %h26, %e27
  %h27 = mul i32 %x27, 16777619
  %q28 = udiv i8 %x, -63
  %e28 = zext i8 %q28 to i32
  %x28 = xor i32 %h27, %e28
  %h28 = mul i32 %x28, 16777619
  %q29 = udiv i8 %x, -33
  %e29 = zext i8 %q29 to i32
  %x29 = xor i32 %h28, %e29
  %h29 = mul i32 %x29, 16777619
  %q30 = udiv i8 %x, -32
  %e30 = zext i8 %q30 to i32
  %x30 = xor i32 %h29, %e30
  %h30 = mul i32 %x30, 16777619
  %q31 = udiv i8 %x, -31
  %e31 = zext i8 %q31 to i32
  %x31 = xor i32 %h30, %e31
  %h31 = mul i32 %x31, 16777619
  %q32 = udiv i8 %x, -24
  %e32 = zext i8 %q32 to i32
  %x32 = xor i32 %h31, %e32
  %h32 = mul i32 %x32, 16777619
  %q33 = udiv i8 %x, -17
  %e33 = zext i8 %q33 to i32
  %x33 = xor i32 %h32, %e33
  %h33 = mul i32 %x33, 16777619
  %q34 = udiv i8 %x, -16
  %e34 = zext i8 %q34 to i32
  %x34 = xor i32 %h33, %e34
  %h34 = mul i32 %x34, 16777619
  %q35 = udiv i8 %x, -15
  %e35 = zext i8 %q35 to i32
  %x35 = xor i32 %h34, %e35
  %h35 = mul i32 %x35, 16777619
  %q36 = udiv i8 %x, -10
  %e36 = zext i8 %q36 to i32
  %x36 = xor i32 %h35, %e36
  %h36 = mul i32 %x36, 16777619
  %q37 = udiv i8 %x, -9
  %e37 = zext i8 %q37 to i32
  %x37 = xor i32 %h36, %e37
  %h37 = mul i32 %x37, 16777619
  %q38 = udiv i8 %x, -8
  %e38 = zext i8 %q38 to i32
  %x38 = xor i32 %h37, %e38
  %h38 = mul i32 %x38, 16777619
  %q39 = udiv i8 %x, -7
  %e39 = zext i8 %q39 to i32
  %x39 = xor i32 %h38, %e39
  %h39 = mul i32 %x39, 16777619
  %q40 = udiv i8 %x, -5
  %e40 = zext i8 %q40 to i32
  %x40 = xor i32 %h39, %e40
  %h40 = mul i32 %x40, 16777619
  %q41 = udiv i8 %x, -4
  %e41 = zext i8 %q41 to i32
  %x41 = xor i32 %h40, %e41
  %h41 = mul i32 %x41, 16777619
  %q42 = udiv i8 %x, -3
  %e42 = zext i8 %q42 to i32
  %x42 = xor i32 %h41, %e42
  %h42 = mul i32 %x42, 16777619
  %q43 = udiv i8 %x, -2
  %e43 = zext i8 %q43 to i32
  %x43 = xor i32 %h42, %e43
  %h43 = mul i32 %x43, 16777619
  %q44 = udiv i8 %x, -1
  %e44 = zext i8 %q44 to i32
  %x44 = xor i32 %h43, %e44
  %h44 = mul i32 %x44, 16777619
  ret i32 %h44
}
define i32 @urem_0(i32 %a) {
  %x = trunc i32 %a to i8
  %q0 = urem i8 %x, 1
  %e0 = zext i8 %q0 to i32
  %x0 = xor i32 0, %e0
  %h0 = mul i32 %x0, 16777619
  %q1 = urem i8 %x, 2
  %e1 = zext i8 %q1 to i32
  %x1 = xor i32 %h0, %e1
  %h1 = mul i32 %x1, 16777619
  %q2 = urem i8 %x, 3
  %e2 = zext i8 %q2 to i32
  %x2 = xor i32 %h1, %e2
  %h2 = mul i32 %x2, 16777619
  %q3 = urem i8 %x, 4
  %e3 = zext i8 %q3 to i32
  %x3 = xor i32 %h2, %e3
  %h3 = mul i32 %x3, 16777619
  %q4 = urem i8 %x, 5
  %e4 = zext i8 %q4 to i32
  %x4 = xor i32 %h3, %e4
  %h4 = mul i32 %x4, 16777619
  %q5 = urem i8 %x, 6
  %e5 = zext i8 %q5 to i32
  %x5 = xor i32 %h4, %e5
  %h5 = mul i32 %x5, 16777619
  %q6 = urem i8 %x, 7
  %e6 = zext i8 %q6 to i32
  %x6 = xor i32 %h5, %e6
  %h6 = mul i32 %x6, 16777619
  %q7 = urem i8 %x, 8
  %e7 = zext i8 %q7 to i32
  %x7 = xor i32 %h6, %e7
  %h7 = mul i32 %x7, 16777619
  %q8 = urem i8 %x, 9
  %e8 = zext i8 %q8 to i32
  %x8 = xor i32 %h7, %e8
  %h8 = mul i32 %x8, 16777619
  %q9 = urem i8 %x, 10
  %e9 = zext i8 %q9 to i32
  %x9 = xor i32 %h8, %e9
  %h9 = mul i32 %x9, 16777619
  %q10 = urem i8 %x, 15
  %e10 = zext i8 %q10 to i32
  %x10 = xor i32 %h9, %e10
  %h10 = mul i32 %x10, 16777619
  %q11 = urem i8 %x, 16
  %e11 = zext i8 %q11 to i32
  %x11 = xor i32 %h10, %e11
  %h11 = mul i32 %x11, 16777619
  %q12 = urem i8 %x, 17
  %e12 = zext i8 %q12 to i32
  %x12 = xor i32 %h11, %e12
  %h12 = mul i32 %x12, 16777619
  %q13 = urem i8 %x, 25
  %e13 = zext i8 %q13 to i32
  %x13 = xor i32 %h12, %e13
  %h13 = mul i32 %x13, 16777619
  %q14 = urem i8 %x, 31
  %e14 = zext i8 %q14 to i32
  %x14 = xor i32 %h13, %e14
  %h14 = mul i32 %x14, 16777619
  %q15 = urem i8 %x, 32
  %e15 = zext i8 %q15 to i32
  %x15 = xor i32 %h14, %e15
  %h15 = mul i32 %x15, 16777619
  %q16 = urem i8 %x, 33
  %e16 = zext i8 %q16 to i32
  %x16 = xor i32 %h15, %e16
  %h16 = mul i32 %x16, 16777619
  %q17 = urem i8 %x, 45
  %e17 = zext i8 %q17 to i32
  %x17 = xor i32 %h16, %e17
  %h17 = mul i32 %x17, 16777619
  %q18 = urem i8 %x, 63
  %e18 = zext i8 %q18 to i32
  %x18 = xor i32 %h17, %e18
  %h18 = mul i32 %x18, 16777619
  %q19 = urem i8 %x, 64
  %e19 = zext i8 %q19 to i32
  %x19 = xor i32 %h18, %e19
  %h19 = mul i32 %x19, 16777619
  %q20 = urem i8 %x, 65
  %e20 = zext i8 %q20 to i32
  %x20 = xor i32 %h19, %e20
  %h20 = mul i32 %x20, 16777619
  %q21 = urem i8 %x, 100
  %e21 = zext i8 %q21 to i32
  %x21 = xor i32 %h20, %e21
  %h21 = mul i32 %x21, 16777619
  %q22 = urem i8 %x, 125
  %e22 = zext i8 %q22 to i32
  %x22 = xor i32 %h21, %e22
  %h22 = mul i32 %x22, 16777619
  %q23 = urem i8 %x, 127
  %e23 = zext i8 %q23 to i32
  %x23 = xor i32 %h22, %e23
  %h23 = mul i32 %x23, 16777619
  %q24 = urem i8 %x, -128
  %e24 = zext i8 %q24 to i32
  %x24 = xor i32 %h23, %e24
  %h24 = mul i32 %x24, 16777619
  %q25 = urem i8 %x, -127
  %e25 = zext i8 %q25 to i32
  %x25 = xor i32 %h24, %e25
  %h25 = mul i32 %x25, 16777619
  %q26 = urem i8 %x, -65
  %e26 = zext i8 %q26 to i32
  %x26 = xor i32 %h25, %e26
  %h26 = mul i32 %x26, 16777619
  %q27 = urem i8 %x, -64
  %e27 = zext i8 %q27 to i32
  %x27 = xor i32 %h26, %e27
  %h27 = mul i32 %x27, 16777619
  %q28 = urem i8 %x, -63
  %e28 = zext i8 %q28 to i32
  %x28 = xor i32 %h27, %e28
  %h28 = mul i32 %x28, 16777619
  %q29 = urem i8 %x, -33
  %e29 = zext i8 %q29 to i32
  %x29 = xor i32 %h28, %e29
  %h29 = mul i32 %x29, 16777619
  %q30 = urem i8 %x, -32
  %e30 = zext i8 %q30 to i32
  %x30 = xor i32 %h29, %e30
  %h30 = mul i32 %x30, 16777619
  %q31 = urem i8 %x, -31
  %e31 = zext i8 %q31 to i32
  %x31 = xor i32 %h30, %e31
  %h31 = mul i32 %x31, 16777619
  %q32 = urem i8 %x, -24
  %e32 = zext i8 %q32 to i32
  %x32 = xor i32 %h31, %e32
  %h32 = mul i32 %x32, 16777619
  %q33 = urem i8 %x, -17
  %e33 = zext i8 %q33 to i32
  %x33 = xor i32 %h32, %e33
  %h33 = mul i32 %x33, 16777619
  %q34 = urem i8 %x, -16
  %e34 = zext i8 %q34 to i32
  %x34 = xor i32 %h33, %e34
  %h34 = mul i32 %x34, 16777619
  %q35 = urem i8 %x, -15
  %e35 = zext i8 %q35 to i32
  %x35 = xor i32 %h34, %e35
  %h35 = mul i32 %x35, 16777619
  %q36 = urem i8 %x, -10
  %e36 = zext i8 %q36 to i32
  %x36 = xor i32 %h35, %e36
  %h36 = mul i32 %x36, 16777619
  %q37 = urem i8 %x, -9
  %e37 = zext i8 %q37 to i32
  %x37 = xor i32 %h36, %e37
  %h37 = mul i32 %x37, 16777619
  %q38 = urem i8 %x, -8
  %e38 = zext i8 %q38 to i32
  %x38 = xor i32 %h37, %e38
  %h38 = mul i32 %x38, 16777619
  %q39 = urem i8 %x, -7
  %e39 = zext i8 %q39 to i32
  %x39 = xor i32 %h38, %e39
  %h39 = mul i32 %x39, 16777619
  %q40 = urem i8 %x, -5
  %e40 = zext i8 %q40 to i32
  %x40 = xor i32 %h39, %e40
  %h40 = mul i32 %x40, 16777619
  %q41 = urem i8 %x, -4
  %e41 = zext i8 %q41 to i32
  %x41 = xor i32 %h40, %e41
  %h41 = mul i32 %x41, 16777619
  %q42 = urem i8 %x, -3
  %e42 = zext i8 %q42 to i32
  %x42 = xor i32 %h41, %e42
  %h42 = mul i32 %x42, 16777619
  %q43 = urem i8 %x, -2
  %e43 = zext i8 %q43 to i32
  %x43 = xor i32 %h42, %e43
  %h43 = mul i32 %x43, 16777619
  %q44 = urem i8 %x, -1
  %e44 = zext i8 %q44 to i32
  %x44 = xor i32 %h43, %e44
  %h44 = mul i32 %x44, 16777619
  ret i32 %h44
}
define i32 @sdiv_0(i32 %a) {
  %x = trunc i32 %a to i8
  %q0 = sdiv i8 %x, 1
  %e0 = sext i8 %q0 to i32
  %x0 = xor i32 0, %e0
  %h0 = mul i32 %x0, 16777619
  %q1 = sdiv i8 %x, 2
  %e1 = sext i8 %q1 to i32
  %x1 = xor i32 %h0, %e1
  %h1 = mul i32 %x1, 16777619
  %q2 = sdiv i8 %x, 3
  %e2 = sext i8 %q2 to i32
  %x2 = xor i32 %h1, %e2
  %h2 = mul i32 %x2, 16777619
  %q3 = sdiv i8 %x, 4
  %e3 = sext i8 %q3 to i32
  %x3 = xor i32 %h2, %e3
  %h3 = mul i32 %x3, 16777619
  %q4 = sdiv i8 %x, 5
  %e4 = sext i8 %q4 to i32
  %x4 = xor i32 %h3, %e4
  %h4 = mul i32 %x4, 16777619
  %q5 = sdiv i8 %x, 6
  %e5 = sext i8 %q5 to i32
  %x5 = xor i32 %h4, %e5
  %h5 = mul i32 %x5, 16777619
  %q6 = sdiv i8 %x, 7
  %e6 = sext i8 %q6 to i32
  %x6 = xor i32 %h5, %e6
  %h6 = mul i32 %x6, 16777619
  %q7 = sdiv i8 %x, 8
  %e7 = sext i8 %q7 to i32
  %x7 = xor i32 %h6, %e7
  %h7 = mul i32 %x7, 16777619
  %q8 = sdiv i8 %x, 9
  %e8 = sext i8 %q8 to i32
  %x8 = xor i32 %h7, %e8
  %h8 = mul i32 %x8, 16777619
  %q9 = sdiv i8 %x, 10
  %e9 = sext i8 %q9 to i32
  %x9 = xor i32 %h8, %e9
  %h9 = mul i32 %x9, 16777619
  %q10 = sdiv i8 %x, 15
  %e10 = sext i8 %q10 to i32
  %x10 = xor i32 %h9, %e10
  %h10 = mul i32 %x10, 16777619
  %q11 = sdiv i8 %x, 16
  %e11 = sext i8 %q11 to i32
  %x11 = xor i32 %h10, %e11
  %h11 = mul i32 %x11, 16777619
  %q12 = sdiv i8 %x, 17
  %e12 = sext i8 %q12 to i32
  %x12 = xor i32 %h11, %e12
  %h12 = mul i32 %x12, 16777619
  %q13 = sdiv i8 %x, 25
  %e13 = sext i8 %q13 to i32
  %x13 = xor i32 %h12, %e13
  %h13 = mul i32 %x13, 16777619
  %q14 = sdiv i8 %x, 31
  %e14 = sext i8 %q14 to i32
  %x14 = xor i32 %h13, %e14
  %h14 = mul i32 %x14, 16777619
  %q15 = sdiv i8 %x, 32
  %e15 = sext i8 %q15 to i32
  %x15 = xor i32 %h14, %e15
  %h15 = mul i32 %x15, 16777619
  %q16 = sdiv i8 %x, 33
  %e16 = sext i8 %q16 to i32
  %x16 = xor i32 %h15, %e16
  %h16 = mul i32 %x16, 16777619
  %q17 = sdiv i8 %x, 45
  %e17 = sext i8 %q17 to i32
  %x17 = xor i32 %h16, %e17
  %h17 = mul i32 %x17, 16777619
  %q18 = sdiv i8 %x, 63
  %e18 = sext i8 %q18 to i32
  %x18 = xor i32 %h17, %e18
  %h18 = mul i32 %x18, 16777619
  %q19 = sdiv i8 %x, 64
  %e19 = sext i8 %q19 to i32
  %x19 = xor i32 %h18, %e19
  %h19 = mul i32 %x19, 16777619
  %q20 = sdiv i8 %x, 65
  %e20 = sext i8 %q20 to i32
  %x20 = xor i32 %h19, %e20
  %h20 = mul i32 %x20, 16777619
  %q21 = sdiv i8 %x, 100
  %e21 = sext i8 %q21 to i32
  %x21 = xor i32 %h20, %e21
  %h21 = mul i32 %x21, 16777619
  %q22 = sdiv i8 %x, 125
  %e22 = sext i8 %q22 to i32
  %x22 = xor i32 %h21, %e22
  %h22 = mul i32 %x22, 16777619
  %q23 = sdiv i8 %x, 127
  %e23 = sext i8 %q23 to i32
  %x23 = xor i32 %h22, %e23
  %h23 = mul i32 %x23, 16777619
  %q24 = sdiv i8 %x, -128
  %e24 = sext i8 %q24 to i32
  %x24 = xor i32 %h23, %e24
  %h24 = mul i32 %x24, 16777619
  %q25 = sdiv i8 %x, -127
  %e25 = sext i8 %q25 to i32
  %x25 = xor i32 %h24, %e25
  %h25 = mul i32 %x25, 16777619
  %q26 = sdiv i8 %x, -65
  %e26 = sext i8 %q26 to i32
  %x26 = xor i32 %h25, %e26
  %h26 = mul i32 %x26, 16777619
  %q27 = sdiv i8 %x, -64
  %e27 = sext i8 %q27 to i32
  %x27 = xor i32 %h26, %e27
  %h27 = mul i32 %x27, 16777619
  %q28 = sdiv i8 %x, -63
  %e28 = sext i8 %q28 to i32
  %x28 = xor i32 %h27, %e28
  %h28 = mul i32 %x28, 16777619
  %q29 = sdiv i8 %x, -33
  %e29 = sext i8 %q29 to i32
  %x29 = xor i32 %h28, %e29
  %h29 = mul i32 %x29, 16777619
  %q30 = sdiv i8 %x, -32
  %e30 = sext i8 %q30 to i32
  %x30 = xor i32 %h29, %e30
  %h30 = mul i32 %x30, 16777619
  %q31 = sdiv i8 %x, -31
  %e31 = sext i8 %q31 to i32
  %x31 = xor i32 %h30, %e31
  %h31 = mul i32 %x31, 16777619
  %q32 = sdiv i8 %x, -24
  %e32 = sext i8 %q32 to i32
  %x32 = xor i32 %h31, %e32
  %h32 = mul i32 %x32, 16777619
  %q33 = sdiv i8 %x, -17
  %e33 = sext i8 %q33 to i32
  %x33 = xor i32 %h32, %e33
  %h33 = mul i32 %x33, 16777619
  %q34 = sdiv i8 %x, -16
  %e34 = sext i8 %q34 to i32
  %x34 = xor i32 %h33, %e34
  %h34 = mul i32 %x34, 16777619
  %q35 = sdiv i8 %x, -15
  %e35 = sext i8 %q35 to i32
  %x35 = xor i32 %h34, %e35
  %h35 = mul i32 %x35, 16777619
  %q36 = sdiv i8 %x, -10
  %e36 = sext i8 %q36 to i32
  %x36 = xor i32 %h35, %e36
  %h36 = mul i32 %x36, 16777619
  %q37 = sdiv i8 %x, -9
  %e37 = sext i8 %q37 to i32
  %x37 = xor i32 %h36, %e37
  %h37 = mul i32 %x37, 16777619
  %q38 = sdiv i8 %x, -8
  %e38 = sext i8 %q38 to i32
  %x38 = xor i32 %h37, %e38
  %h38 = mul i32 %x38, 16777619
  %q39 = sdiv i8 %x, -7
  %e39 = sext i8 %q39 to i32
  %x39 = xor i32 %h38, %e39
  %h39 = mul i32 %x39, 16777619
  %q40 = sdiv i8 %x, -5
  %e40 = sext i8 %q40 to i32
  %x40 = xor i32 %h39, %e40
  %h40 = mul i32 %x40, 16777619
  %q41 = sdiv i8 %x, -4
  %e41 = sext i8 %q41 to i32
  %x41 = xor i32 %h40, %e41
  %h41 = mul i32 %x41, 16777619
  %q42 = sdiv i8 %x, -3
  %e42 = sext i8 %q42 to i32
  %x42 = xor i32 %h41, %e42
  %h42 = mul i32 %x42, 16777619
  %q43 = sdiv i8 %x, -2
  %e43 = sext i8 %q43 to i32
  %x43 = xor i32 %h42, %e43
  %h43 = mul i32 %x43, 16777619
  ret i32 %h43
}
define i32 @srem_0(i32 %a) {
  %x = trunc i32 %a to i8
  %q0 = srem i8 %x, 1
  %e0 = sext i8 %q0 to i32
  %x0 = xor i32 0, %e0
  %h0 = mul i32 %x0, 16777619
  %q1 = srem i8 %x, 2
  %e1 = sext i8 %q1 to i32
  %x1 = xor i32 %h0, %e1
  %h1 = mul i32 %x1, 16777619
  %q2 = srem i8 %x, 3
  %e2 = sext i8 %q2 to i32
  %x2 = xor i32 %h1, %e2
  %h2 = mul i32 %x2, 16777619
  %q3 = srem i8 %x, 4
  %e3 = sext i8 %q3 to i32
  %x3 = xor i32 %h2, %e3
  %h3 = mul i32 %x3, 16777619
  %q4 = srem i8 %x, 5
  %e4 = sext i8 %q4 to i32
  %x4 = xor i32 %h3, %e4
  %h4 = mul i32 %x4, 16777619
  %q5 = srem i8 %x, 6
  %e5 = sext i8 %q5 to i32
  %x5 = xor i32 %h4, %e5
  %h5 = mul i32 %x5, 16777619
  %q6 = srem i8 %x, 7
  %e6 = sext i8 %q6 to i32
  %x6 = xor i32 %h5, %e6
  %h6 = mul i32 %x6, 16777619
  %q7 = srem i8 %x, 8
  %e7 = sext i8 %q7 to i32
  %x7 = xor i32 %h6, %e7
  %h7 = mul i32 %x7, 16777619
  %q8 = srem i8 %x, 9
  %e8 = sext i8 %q8 to i32
  %x8 = xor i32 %h7, %e8
  %h8 = mul i32 %x8, 16777619
  %q9 = srem i8 %x, 10
  %e9 = sext i8 %q9 to i32
  %x9 = xor i32 %h8, %e9
  %h9 = mul i32 %x9, 16777619
  %q10 = srem i8 %x, 15
  %e10 = sext i8 %q10 to i32
  %x10 = xor i32 %h9, %e10
  %h10 = mul i32 %x10, 16777619
  %q11 = srem i8 %x, 16
  %e11 = sext i8 %q11 to i32
  %x11 = xor i32 %h10, %e11
  %h11 = mul i32 %x11, 16777619
  %q12 = srem i8 %x, 17
  %e12 = sext i8 %q12 to i32
  %x12 = xor i32 %h11, %e12
  %h12 = mul i32 %x12, 16777619
  %q13 = srem i8 %x, 25
  %e13 = sext i8 %q13 to i32
  %x13 = xor i32 %h12, %e13
  %h13 = mul i32 %x13, 16777619
  %q14 = srem i8 %x, 31
  %e14 = sext i8 %q14 to i32
  %x14 = xor i32 %h13, %e14
  %h14 = mul i32 %x14, 16777619
  %q15 = srem i8 %x, 32
  %e15 = sext i8 %q15 to i32
  %x15 = xor i32 %h14, %e15
  %h15 = mul i32 %x15, 16777619
  %q16 = srem i8 %x, 33
  %e16 = sext i8 %q16 to i32
  %x16 = xor i32 %h15, %e16
  %h16 = mul i32 %x16, 16777619
  %q17 = srem i8 %x, 45
  %e17 = sext i8 %q17 to i32
  %x17 = xor i32 %h16, %e17
  %h17 = mul i32 %x17, 16777619
  %q18 = srem i8 %x, 63
  %e18 = sext i8 %q18 to i32
  %x18 = xor i32 %h17, %e18
  %h18 = mul i32 %x18, 16777619
  %q19 = srem i8 %x, 64
  %e19 = sext i8 %q19 to i32
  %x19 = xor i32 %h18, %e19
  %h19 = mul i32 %x19, 16777619
  %q20 = srem i8 %x, 65
  %e20 = sext i8 %q20 to i32
  %x20 = xor i32 %h19, %e20
  %h20 = mul i32 %x20, 16777619
  %q21 = srem i8 %x, 100
  %e21 = sext i8 %q21 to i32
  %x21 = xor i32 %h20, %e21
  %h21 = mul i32 %x21, 16777619
  %q22 = srem i8 %x, 125
  %e22 = sext i8 %q22 to i32
  %x22 = xor i32 %h21, %e22
  %h22 = mul i32 %x22, 16777619
  %q23 = srem i8 %x, 127
  %e23 = sext i8 %q23 to i32
  %x23 = xor i32 %h22, %e23
  %h23 = mul i32 %x23, 16777619
  %q24 = srem i8 %x, -128
  %e24 = sext i8 %q24 to i32
  %x24 = xor i32 %h23, %e24
  %h24 = mul i32 %x24, 16777619
  %q25 = srem i8 %x, -127
  %e25 = sext i8 %q25 to i32
  %x25 = xor i32 %h24, %e25
  %h25 = mul i32 %x25, 16777619
  %q26 = srem i8 %x, -65
  %e26 = sext i8 %q26 to i32
  %x26 = xor i32 %h25, %e26
  %h26 = mul i32 %x26, 16777619
  %q27 = srem i8 %x, -64
  %e27 = sext i8 %q27 to i32
  %x27 = xor i32 %h26, %e27
  %h27 = mul i32 %x27, 16777619
  %q28 = srem i8 %x, -63
  %e28 = sext i8 %q28 to i32
  %x28 = xor i32 %h27, %e28
  %h28 = mul i32 %x28, 16777619
  %q29 = srem i8 %x, -33
  %e29 = sext i8 %q29 to i32
  %x29 = xor i32 %h28, %e29
  %h29 = mul i32 %x29, 16777619
  %q30 = srem i8 %x, -32
  %e30 = sext i8 %q30 to i32
  %x30 = xor i32 %h29, %e30
  %h30 = mul i32 %x30, 16777619
  %q31 = srem i8 %x, -31
  %e31 = sext i8 %q31 to i32
  %x31 = xor i32 %h30, %e31
  %h31 = mul i32 %x31, 16777619
  %q32 = srem i8 %x, -24
  %e32 = sext i8 %q32 to i32
  %x32 = xor i32 %h31, %e32
  %h32 = mul i32 %x32, 16777619
  %q33 = srem i8 %x, -17
  %e33 = sext i8 %q33 to i32
  %x33 = xor i32 %h32, %e33
  %h33 = mul i32 %x33, 16777619
  %q34 = srem i8 %x, -16
  %e34 = sext i8 %q34 to i32
  %x34 = xor i32 %h33, %e34
  %h34 = mul i32 %x34, 16777619
  %q35 = srem i8 %x, -15
  %e35 = sext i8 %q35 to i32
  %x35 = xor i32 %h34, %e35
  %h35 = mul i32 %x35, 16777619
  %q36 = srem i8 %x, -10
  %e36 = sext i8 %q36 to i32
  %x36 = xor i32 %h35, %e36
  %h36 = mul i32 %x36, 16777619
  %q37 = srem i8 %x, -9
  %e37 = sext i8 %q37 to i32
  %x37 = xor i32 %h36, %e37
  %h37 = mul i32 %x37, 16777619
  %q38 = srem i8 %x, -8
  %e38 = sext i8 %q38 to i32
  %x38 = xor i32 %h37, %e38
  %h38 = mul i32 %x38, 16777619
  %q39 = srem i8 %x, -7
  %e39 = sext i8 %q39 to i32
  %x39 = xor i32 %h38, %e39
  %h39 = mul i32 %x39, 16777619
  %q40 = srem i8 %x, -5
  %e40 = sext i8 %q40 to i32
  %x40 = xor i32 %h39, %e40
  %h40 = mul i32 %x40, 16777619
  %q41 = srem i8 %x, -4
  %e41 = sext i8 %q41 to i32
  %x41 = xor i32 %h40, %e41
  %h41 = mul i32 %x41, 16777619
  %q42 = srem i8 %x, -3
  %e42 = sext i8 %q42 to i32
  %x42 = xor i32 %h41, %e42
  %h42 = mul i32 %x42, 16777619
  %q43 = srem i8 %x, -2
  %e43 = sext i8 %q43 to i32
  %x43 = xor i32 %h42, %e43
  %h43 = mul i32 %x43, 16777619
  ret i32 %h43
}
define i32 @one_udiv_7(i32 %a) {
  %x = trunc i32 %a to i8
  %q = udiv i8 %x, 7
  %e = zext i8 %q to i32
  ret i32 %e
}
define i32 @one_urem_10(i32 %a) {
  %x = trunc i32 %a to i8
  %q = urem i8 %x, 10
  %e = zext i8 %q to i32
  ret i32 %e
}
define i32 @one_sdiv_m7(i32 %a) {
  %x = trunc i32 %a to i8
  %q = sdiv i8 %x, -7
  %e = sext i8 %q to i32
  ret i32 %e
}
define i32 @one_srem_10(i32 %a) {
  %x = trunc i32 %a to i8
  %q = srem i8 %x, 10
  %e = sext i8 %q to i32
  ret i32 %e
}
define i32 @one_sdiv_16(i32 %a) {
  %x = trunc i32 %a to i8
  %q = sdiv i8 %x, 16
  %e = sext i8 %q to i32
  ret i32 %e
}
define i32 @one_srem_16(i32 %a) {
  %x = trunc i32 %a to i8
  %q = srem i8 %x, 16
  %e = sext i8 %q to i32
  ret i32 %e
}
define i32 @one_sdiv_m16(i32 %a) {
  %x = trunc i32 %a to i8
  %q = sdiv i8 %x, -16
  %e = sext i8 %q to i32
  ret i32 %e
}
define i32 @one_udiv_129(i32 %a) {
  %x = trunc i32 %a to i8
  %q = udiv i8 %x, -127
  %e = zext i8 %q to i32
  ret i32 %e
}
define i32 @one_sdiv_m128(i32 %a) {
  %x = trunc i32 %a to i8
  %q = sdiv i8 %x, -128
  %e = sext i8 %q to i32
  ret i32 %e
}
