; Arithmetic of 64 bits with a constant on one side: immediates of every size, powers of two, both orders.
; edges: @add_c0 @add_c1 @add_c2 @add_c3 @add_c4 @add_c5 @add_c6 @add_c7 @add_c8 @add_c9 @add_c10 @add_c11 @add_c12 @add_c13 @add_c14 @sub_c0 @sub_c1 @sub_c2 @sub_c3 @sub_c4 @sub_c5 @sub_c6 @sub_c7 @sub_c8 @sub_c9 @sub_c10 @sub_c11 @sub_c12 @sub_c13 @sub_c14 @sub_k0 @sub_k1 @sub_k2 @sub_k3 @sub_k4 @mul_c0 @mul_c1 @mul_c2 @mul_c3 @mul_c4 @mul_c5 @mul_c6 @mul_c7 @mul_c8 @mul_c9 @mul_c10 @mul_c11 @mul_c12 @mul_c13 @mul_c14 @udiv_c1 @udiv_c2 @udiv_c3 @udiv_c4 @udiv_c5 @udiv_c6 @udiv_c7 @udiv_c8 @udiv_c9 @udiv_c10 @udiv_c11 @udiv_c12 @udiv_c13 @udiv_c14 @udiv_k0 @udiv_k1 @udiv_k2 @udiv_k3 @udiv_k4 @sdiv_c1 @sdiv_c3 @sdiv_c4 @sdiv_c5 @sdiv_c6 @sdiv_c7 @sdiv_c8 @sdiv_c9 @sdiv_c10 @sdiv_c11 @sdiv_c12 @sdiv_c13 @sdiv_c14 @sdiv_k0 @sdiv_k1 @sdiv_k2 @sdiv_k3 @sdiv_k4 @urem_c1 @urem_c2 @urem_c3 @urem_c4 @urem_c5 @urem_c6 @urem_c7 @urem_c8 @urem_c9 @urem_c10 @urem_c11 @urem_c12 @urem_c13 @urem_c14 @urem_k0 @urem_k1 @urem_k2 @urem_k3 @urem_k4 @srem_c1 @srem_c3 @srem_c4 @srem_c5 @srem_c6 @srem_c7 @srem_c8 @srem_c9 @srem_c10 @srem_c11 @srem_c12 @srem_c13 @srem_c14 @srem_k0 @srem_k1 @srem_k2 @srem_k3 @srem_k4 @and_c0 @and_c1 @and_c2 @and_c3 @and_c4 @and_c5 @and_c6 @and_c7 @and_c8 @and_c9 @and_c10 @and_c11 @and_c12 @and_c13 @and_c14 @or_c0 @or_c1 @or_c2 @or_c3 @or_c4 @or_c5 @or_c6 @or_c7 @or_c8 @or_c9 @or_c10 @or_c11 @or_c12 @or_c13 @or_c14 @xor_c0 @xor_c1 @xor_c2 @xor_c3 @xor_c4 @xor_c5 @xor_c6 @xor_c7 @xor_c8 @xor_c9 @xor_c10 @xor_c11 @xor_c12 @xor_c13 @xor_c14 @shl_by0 @shl_by1 @shl_by7 @shl_by8 @shl_by31 @shl_by32 @shl_by33 @shl_by63 @lshr_by0 @lshr_by1 @lshr_by7 @lshr_by8 @lshr_by31 @lshr_by32 @lshr_by33 @lshr_by63 @ashr_by0 @ashr_by1 @ashr_by7 @ashr_by8 @ashr_by31 @ashr_by32 @ashr_by33 @ashr_by63

define i64 @add_c0(i64 %a) {
  %r = add i64 %a, 0
  ret i64 %r
}
define i64 @add_c1(i64 %a) {
  %r = add i64 %a, 1
  ret i64 %r
}
define i64 @add_c2(i64 %a) {
  %r = add i64 %a, -1
  ret i64 %r
}
define i64 @add_c3(i64 %a) {
  %r = add i64 %a, 2
  ret i64 %r
}
define i64 @add_c4(i64 %a) {
  %r = add i64 %a, 3
  ret i64 %r
}
define i64 @add_c5(i64 %a) {
  %r = add i64 %a, 7
  ret i64 %r
}
define i64 @add_c6(i64 %a) {
  %r = add i64 %a, 10
  ret i64 %r
}
define i64 @add_c7(i64 %a) {
  %r = add i64 %a, 255
  ret i64 %r
}
define i64 @add_c8(i64 %a) {
  %r = add i64 %a, 9223372036854775807
  ret i64 %r
}
define i64 @add_c9(i64 %a) {
  %r = add i64 %a, -9223372036854775808
  ret i64 %r
}
define i64 @add_c10(i64 %a) {
  %r = add i64 %a, 4611686018427387904
  ret i64 %r
}
define i64 @add_c11(i64 %a) {
  %r = add i64 %a, 2147483648
  ret i64 %r
}
define i64 @add_c12(i64 %a) {
  %r = add i64 %a, 4294967296
  ret i64 %r
}
define i64 @add_c13(i64 %a) {
  %r = add i64 %a, -2147483649
  ret i64 %r
}
define i64 @add_c14(i64 %a) {
  %r = add i64 %a, 81985529216486895
  ret i64 %r
}
define i64 @sub_c0(i64 %a) {
  %r = sub i64 %a, 0
  ret i64 %r
}
define i64 @sub_c1(i64 %a) {
  %r = sub i64 %a, 1
  ret i64 %r
}
define i64 @sub_c2(i64 %a) {
  %r = sub i64 %a, -1
  ret i64 %r
}
define i64 @sub_c3(i64 %a) {
  %r = sub i64 %a, 2
  ret i64 %r
}
define i64 @sub_c4(i64 %a) {
  %r = sub i64 %a, 3
  ret i64 %r
}
define i64 @sub_c5(i64 %a) {
  %r = sub i64 %a, 7
  ret i64 %r
}
define i64 @sub_c6(i64 %a) {
  %r = sub i64 %a, 10
  ret i64 %r
}
define i64 @sub_c7(i64 %a) {
  %r = sub i64 %a, 255
  ret i64 %r
}
define i64 @sub_c8(i64 %a) {
  %r = sub i64 %a, 9223372036854775807
  ret i64 %r
}
define i64 @sub_c9(i64 %a) {
  %r = sub i64 %a, -9223372036854775808
  ret i64 %r
}
define i64 @sub_c10(i64 %a) {
  %r = sub i64 %a, 4611686018427387904
  ret i64 %r
}
define i64 @sub_c11(i64 %a) {
  %r = sub i64 %a, 2147483648
  ret i64 %r
}
define i64 @sub_c12(i64 %a) {
  %r = sub i64 %a, 4294967296
  ret i64 %r
}
define i64 @sub_c13(i64 %a) {
  %r = sub i64 %a, -2147483649
  ret i64 %r
}
define i64 @sub_c14(i64 %a) {
  %r = sub i64 %a, 81985529216486895
  ret i64 %r
}
define i64 @sub_k0(i64 %a) {
  %r = sub i64 0, %a
  ret i64 %r
}
define i64 @sub_k1(i64 %a) {
  %r = sub i64 1, %a
  ret i64 %r
}
define i64 @sub_k2(i64 %a) {
  %r = sub i64 -1, %a
  ret i64 %r
}
define i64 @sub_k3(i64 %a) {
  %r = sub i64 -2147483649, %a
  ret i64 %r
}
define i64 @sub_k4(i64 %a) {
  %r = sub i64 81985529216486895, %a
  ret i64 %r
}
define i64 @mul_c0(i64 %a) {
  %r = mul i64 %a, 0
  ret i64 %r
}
define i64 @mul_c1(i64 %a) {
  %r = mul i64 %a, 1
  ret i64 %r
}
define i64 @mul_c2(i64 %a) {
  %r = mul i64 %a, -1
  ret i64 %r
}
define i64 @mul_c3(i64 %a) {
  %r = mul i64 %a, 2
  ret i64 %r
}
define i64 @mul_c4(i64 %a) {
  %r = mul i64 %a, 3
  ret i64 %r
}
define i64 @mul_c5(i64 %a) {
  %r = mul i64 %a, 7
  ret i64 %r
}
define i64 @mul_c6(i64 %a) {
  %r = mul i64 %a, 10
  ret i64 %r
}
define i64 @mul_c7(i64 %a) {
  %r = mul i64 %a, 255
  ret i64 %r
}
define i64 @mul_c8(i64 %a) {
  %r = mul i64 %a, 9223372036854775807
  ret i64 %r
}
define i64 @mul_c9(i64 %a) {
  %r = mul i64 %a, -9223372036854775808
  ret i64 %r
}
define i64 @mul_c10(i64 %a) {
  %r = mul i64 %a, 4611686018427387904
  ret i64 %r
}
define i64 @mul_c11(i64 %a) {
  %r = mul i64 %a, 2147483648
  ret i64 %r
}
define i64 @mul_c12(i64 %a) {
  %r = mul i64 %a, 4294967296
  ret i64 %r
}
define i64 @mul_c13(i64 %a) {
  %r = mul i64 %a, -2147483649
  ret i64 %r
}
define i64 @mul_c14(i64 %a) {
  %r = mul i64 %a, 81985529216486895
  ret i64 %r
}
define i64 @udiv_c1(i64 %a) {
  %r = udiv i64 %a, 1
  ret i64 %r
}
define i64 @udiv_c2(i64 %a) {
  %r = udiv i64 %a, -1
  ret i64 %r
}
define i64 @udiv_c3(i64 %a) {
  %r = udiv i64 %a, 2
  ret i64 %r
}
define i64 @udiv_c4(i64 %a) {
  %r = udiv i64 %a, 3
  ret i64 %r
}
define i64 @udiv_c5(i64 %a) {
  %r = udiv i64 %a, 7
  ret i64 %r
}
define i64 @udiv_c6(i64 %a) {
  %r = udiv i64 %a, 10
  ret i64 %r
}
define i64 @udiv_c7(i64 %a) {
  %r = udiv i64 %a, 255
  ret i64 %r
}
define i64 @udiv_c8(i64 %a) {
  %r = udiv i64 %a, 9223372036854775807
  ret i64 %r
}
define i64 @udiv_c9(i64 %a) {
  %r = udiv i64 %a, -9223372036854775808
  ret i64 %r
}
define i64 @udiv_c10(i64 %a) {
  %r = udiv i64 %a, 4611686018427387904
  ret i64 %r
}
define i64 @udiv_c11(i64 %a) {
  %r = udiv i64 %a, 2147483648
  ret i64 %r
}
define i64 @udiv_c12(i64 %a) {
  %r = udiv i64 %a, 4294967296
  ret i64 %r
}
define i64 @udiv_c13(i64 %a) {
  %r = udiv i64 %a, -2147483649
  ret i64 %r
}
define i64 @udiv_c14(i64 %a) {
  %r = udiv i64 %a, 81985529216486895
  ret i64 %r
}
define i64 @udiv_k0(i64 %a) {
  %r = udiv i64 0, %a
  ret i64 %r
}
define i64 @udiv_k1(i64 %a) {
  %r = udiv i64 1, %a
  ret i64 %r
}
define i64 @udiv_k2(i64 %a) {
  %r = udiv i64 -1, %a
  ret i64 %r
}
define i64 @udiv_k3(i64 %a) {
  %r = udiv i64 -2147483649, %a
  ret i64 %r
}
define i64 @udiv_k4(i64 %a) {
  %r = udiv i64 81985529216486895, %a
  ret i64 %r
}
define i64 @sdiv_c1(i64 %a) {
  %r = sdiv i64 %a, 1
  ret i64 %r
}
define i64 @sdiv_c3(i64 %a) {
  %r = sdiv i64 %a, 2
  ret i64 %r
}
define i64 @sdiv_c4(i64 %a) {
  %r = sdiv i64 %a, 3
  ret i64 %r
}
define i64 @sdiv_c5(i64 %a) {
  %r = sdiv i64 %a, 7
  ret i64 %r
}
define i64 @sdiv_c6(i64 %a) {
  %r = sdiv i64 %a, 10
  ret i64 %r
}
define i64 @sdiv_c7(i64 %a) {
  %r = sdiv i64 %a, 255
  ret i64 %r
}
define i64 @sdiv_c8(i64 %a) {
  %r = sdiv i64 %a, 9223372036854775807
  ret i64 %r
}
define i64 @sdiv_c9(i64 %a) {
  %r = sdiv i64 %a, -9223372036854775808
  ret i64 %r
}
define i64 @sdiv_c10(i64 %a) {
  %r = sdiv i64 %a, 4611686018427387904
  ret i64 %r
}
define i64 @sdiv_c11(i64 %a) {
  %r = sdiv i64 %a, 2147483648
  ret i64 %r
}
define i64 @sdiv_c12(i64 %a) {
  %r = sdiv i64 %a, 4294967296
  ret i64 %r
}
define i64 @sdiv_c13(i64 %a) {
  %r = sdiv i64 %a, -2147483649
  ret i64 %r
}
define i64 @sdiv_c14(i64 %a) {
  %r = sdiv i64 %a, 81985529216486895
  ret i64 %r
}
define i64 @sdiv_k0(i64 %a) {
  %r = sdiv i64 0, %a
  ret i64 %r
}
define i64 @sdiv_k1(i64 %a) {
  %r = sdiv i64 1, %a
  ret i64 %r
}
define i64 @sdiv_k2(i64 %a) {
  %r = sdiv i64 -1, %a
  ret i64 %r
}
define i64 @sdiv_k3(i64 %a) {
  %r = sdiv i64 -2147483649, %a
  ret i64 %r
}
define i64 @sdiv_k4(i64 %a) {
  %r = sdiv i64 81985529216486895, %a
  ret i64 %r
}
define i64 @urem_c1(i64 %a) {
  %r = urem i64 %a, 1
  ret i64 %r
}
define i64 @urem_c2(i64 %a) {
  %r = urem i64 %a, -1
  ret i64 %r
}
define i64 @urem_c3(i64 %a) {
  %r = urem i64 %a, 2
  ret i64 %r
}
define i64 @urem_c4(i64 %a) {
  %r = urem i64 %a, 3
  ret i64 %r
}
define i64 @urem_c5(i64 %a) {
  %r = urem i64 %a, 7
  ret i64 %r
}
define i64 @urem_c6(i64 %a) {
  %r = urem i64 %a, 10
  ret i64 %r
}
define i64 @urem_c7(i64 %a) {
  %r = urem i64 %a, 255
  ret i64 %r
}
define i64 @urem_c8(i64 %a) {
  %r = urem i64 %a, 9223372036854775807
  ret i64 %r
}
define i64 @urem_c9(i64 %a) {
  %r = urem i64 %a, -9223372036854775808
  ret i64 %r
}
define i64 @urem_c10(i64 %a) {
  %r = urem i64 %a, 4611686018427387904
  ret i64 %r
}
define i64 @urem_c11(i64 %a) {
  %r = urem i64 %a, 2147483648
  ret i64 %r
}
define i64 @urem_c12(i64 %a) {
  %r = urem i64 %a, 4294967296
  ret i64 %r
}
define i64 @urem_c13(i64 %a) {
  %r = urem i64 %a, -2147483649
  ret i64 %r
}
define i64 @urem_c14(i64 %a) {
  %r = urem i64 %a, 81985529216486895
  ret i64 %r
}
define i64 @urem_k0(i64 %a) {
  %r = urem i64 0, %a
  ret i64 %r
}
define i64 @urem_k1(i64 %a) {
  %r = urem i64 1, %a
  ret i64 %r
}
define i64 @urem_k2(i64 %a) {
  %r = urem i64 -1, %a
  ret i64 %r
}
define i64 @urem_k3(i64 %a) {
  %r = urem i64 -2147483649, %a
  ret i64 %r
}
define i64 @urem_k4(i64 %a) {
  %r = urem i64 81985529216486895, %a
  ret i64 %r
}
define i64 @srem_c1(i64 %a) {
  %r = srem i64 %a, 1
  ret i64 %r
}
define i64 @srem_c3(i64 %a) {
  %r = srem i64 %a, 2
  ret i64 %r
}
define i64 @srem_c4(i64 %a) {
  %r = srem i64 %a, 3
  ret i64 %r
}
define i64 @srem_c5(i64 %a) {
  %r = srem i64 %a, 7
  ret i64 %r
}
define i64 @srem_c6(i64 %a) {
  %r = srem i64 %a, 10
  ret i64 %r
}
define i64 @srem_c7(i64 %a) {
  %r = srem i64 %a, 255
  ret i64 %r
}
define i64 @srem_c8(i64 %a) {
  %r = srem i64 %a, 9223372036854775807
  ret i64 %r
}
define i64 @srem_c9(i64 %a) {
  %r = srem i64 %a, -9223372036854775808
  ret i64 %r
}
define i64 @srem_c10(i64 %a) {
  %r = srem i64 %a, 4611686018427387904
  ret i64 %r
}
define i64 @srem_c11(i64 %a) {
  %r = srem i64 %a, 2147483648
  ret i64 %r
}
define i64 @srem_c12(i64 %a) {
  %r = srem i64 %a, 4294967296
  ret i64 %r
}
define i64 @srem_c13(i64 %a) {
  %r = srem i64 %a, -2147483649
  ret i64 %r
}
define i64 @srem_c14(i64 %a) {
  %r = srem i64 %a, 81985529216486895
  ret i64 %r
}
define i64 @srem_k0(i64 %a) {
  %r = srem i64 0, %a
  ret i64 %r
}
define i64 @srem_k1(i64 %a) {
  %r = srem i64 1, %a
  ret i64 %r
}
define i64 @srem_k2(i64 %a) {
  %r = srem i64 -1, %a
  ret i64 %r
}
define i64 @srem_k3(i64 %a) {
  %r = srem i64 -2147483649, %a
  ret i64 %r
}
define i64 @srem_k4(i64 %a) {
  %r = srem i64 81985529216486895, %a
  ret i64 %r
}
define i64 @and_c0(i64 %a) {
  %r = and i64 %a, 0
  ret i64 %r
}
define i64 @and_c1(i64 %a) {
  %r = and i64 %a, 1
  ret i64 %r
}
define i64 @and_c2(i64 %a) {
  %r = and i64 %a, -1
  ret i64 %r
}
define i64 @and_c3(i64 %a) {
  %r = and i64 %a, 2
  ret i64 %r
}
define i64 @and_c4(i64 %a) {
  %r = and i64 %a, 3
  ret i64 %r
}
define i64 @and_c5(i64 %a) {
  %r = and i64 %a, 7
  ret i64 %r
}
define i64 @and_c6(i64 %a) {
  %r = and i64 %a, 10
  ret i64 %r
}
define i64 @and_c7(i64 %a) {
  %r = and i64 %a, 255
  ret i64 %r
}
define i64 @and_c8(i64 %a) {
  %r = and i64 %a, 9223372036854775807
  ret i64 %r
}
define i64 @and_c9(i64 %a) {
  %r = and i64 %a, -9223372036854775808
  ret i64 %r
}
define i64 @and_c10(i64 %a) {
  %r = and i64 %a, 4611686018427387904
  ret i64 %r
}
define i64 @and_c11(i64 %a) {
  %r = and i64 %a, 2147483648
  ret i64 %r
}
define i64 @and_c12(i64 %a) {
  %r = and i64 %a, 4294967296
  ret i64 %r
}
define i64 @and_c13(i64 %a) {
  %r = and i64 %a, -2147483649
  ret i64 %r
}
define i64 @and_c14(i64 %a) {
  %r = and i64 %a, 81985529216486895
  ret i64 %r
}
define i64 @or_c0(i64 %a) {
  %r = or i64 %a, 0
  ret i64 %r
}
define i64 @or_c1(i64 %a) {
  %r = or i64 %a, 1
  ret i64 %r
}
define i64 @or_c2(i64 %a) {
  %r = or i64 %a, -1
  ret i64 %r
}
define i64 @or_c3(i64 %a) {
  %r = or i64 %a, 2
  ret i64 %r
}
define i64 @or_c4(i64 %a) {
  %r = or i64 %a, 3
  ret i64 %r
}
define i64 @or_c5(i64 %a) {
  %r = or i64 %a, 7
  ret i64 %r
}
define i64 @or_c6(i64 %a) {
  %r = or i64 %a, 10
  ret i64 %r
}
define i64 @or_c7(i64 %a) {
  %r = or i64 %a, 255
  ret i64 %r
}
define i64 @or_c8(i64 %a) {
  %r = or i64 %a, 9223372036854775807
  ret i64 %r
}
define i64 @or_c9(i64 %a) {
  %r = or i64 %a, -9223372036854775808
  ret i64 %r
}
define i64 @or_c10(i64 %a) {
  %r = or i64 %a, 4611686018427387904
  ret i64 %r
}
define i64 @or_c11(i64 %a) {
  %r = or i64 %a, 2147483648
  ret i64 %r
}
define i64 @or_c12(i64 %a) {
  %r = or i64 %a, 4294967296
  ret i64 %r
}
define i64 @or_c13(i64 %a) {
  %r = or i64 %a, -2147483649
  ret i64 %r
}
define i64 @or_c14(i64 %a) {
  %r = or i64 %a, 81985529216486895
  ret i64 %r
}
define i64 @xor_c0(i64 %a) {
  %r = xor i64 %a, 0
  ret i64 %r
}
define i64 @xor_c1(i64 %a) {
  %r = xor i64 %a, 1
  ret i64 %r
}
define i64 @xor_c2(i64 %a) {
  %r = xor i64 %a, -1
  ret i64 %r
}
define i64 @xor_c3(i64 %a) {
  %r = xor i64 %a, 2
  ret i64 %r
}
define i64 @xor_c4(i64 %a) {
  %r = xor i64 %a, 3
  ret i64 %r
}
define i64 @xor_c5(i64 %a) {
  %r = xor i64 %a, 7
  ret i64 %r
}
define i64 @xor_c6(i64 %a) {
  %r = xor i64 %a, 10
  ret i64 %r
}
define i64 @xor_c7(i64 %a) {
  %r = xor i64 %a, 255
  ret i64 %r
}
define i64 @xor_c8(i64 %a) {
  %r = xor i64 %a, 9223372036854775807
  ret i64 %r
}
define i64 @xor_c9(i64 %a) {
  %r = xor i64 %a, -9223372036854775808
  ret i64 %r
}
define i64 @xor_c10(i64 %a) {
  %r = xor i64 %a, 4611686018427387904
  ret i64 %r
}
define i64 @xor_c11(i64 %a) {
  %r = xor i64 %a, 2147483648
  ret i64 %r
}
define i64 @xor_c12(i64 %a) {
  %r = xor i64 %a, 4294967296
  ret i64 %r
}
define i64 @xor_c13(i64 %a) {
  %r = xor i64 %a, -2147483649
  ret i64 %r
}
define i64 @xor_c14(i64 %a) {
  %r = xor i64 %a, 81985529216486895
  ret i64 %r
}
define i64 @shl_by0(i64 %a) {
  %r = shl i64 %a, 0
  ret i64 %r
}
define i64 @shl_by1(i64 %a) {
  %r = shl i64 %a, 1
  ret i64 %r
}
define i64 @shl_by7(i64 %a) {
  %r = shl i64 %a, 7
  ret i64 %r
}
define i64 @shl_by8(i64 %a) {
  %r = shl i64 %a, 8
  ret i64 %r
}
define i64 @shl_by31(i64 %a) {
  %r = shl i64 %a, 31
  ret i64 %r
}
define i64 @shl_by32(i64 %a) {
  %r = shl i64 %a, 32
  ret i64 %r
}
define i64 @shl_by33(i64 %a) {
  %r = shl i64 %a, 33
  ret i64 %r
}
define i64 @shl_by63(i64 %a) {
  %r = shl i64 %a, 63
  ret i64 %r
}
define i64 @lshr_by0(i64 %a) {
  %r = lshr i64 %a, 0
  ret i64 %r
}
define i64 @lshr_by1(i64 %a) {
  %r = lshr i64 %a, 1
  ret i64 %r
}
define i64 @lshr_by7(i64 %a) {
  %r = lshr i64 %a, 7
  ret i64 %r
}
define i64 @lshr_by8(i64 %a) {
  %r = lshr i64 %a, 8
  ret i64 %r
}
define i64 @lshr_by31(i64 %a) {
  %r = lshr i64 %a, 31
  ret i64 %r
}
define i64 @lshr_by32(i64 %a) {
  %r = lshr i64 %a, 32
  ret i64 %r
}
define i64 @lshr_by33(i64 %a) {
  %r = lshr i64 %a, 33
  ret i64 %r
}
define i64 @lshr_by63(i64 %a) {
  %r = lshr i64 %a, 63
  ret i64 %r
}
define i64 @ashr_by0(i64 %a) {
  %r = ashr i64 %a, 0
  ret i64 %r
}
define i64 @ashr_by1(i64 %a) {
  %r = ashr i64 %a, 1
  ret i64 %r
}
define i64 @ashr_by7(i64 %a) {
  %r = ashr i64 %a, 7
  ret i64 %r
}
define i64 @ashr_by8(i64 %a) {
  %r = ashr i64 %a, 8
  ret i64 %r
}
define i64 @ashr_by31(i64 %a) {
  %r = ashr i64 %a, 31
  ret i64 %r
}
define i64 @ashr_by32(i64 %a) {
  %r = ashr i64 %a, 32
  ret i64 %r
}
define i64 @ashr_by33(i64 %a) {
  %r = ashr i64 %a, 33
  ret i64 %r
}
define i64 @ashr_by63(i64 %a) {
  %r = ashr i64 %a, 63
  ret i64 %r
}
