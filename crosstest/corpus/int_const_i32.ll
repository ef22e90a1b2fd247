; Arithmetic of 32 bits with a constant on one side: immediates of every size, powers of two, both orders.
; edges: @add_c0 @add_c1 @add_c2 @add_c3 @add_c4 @add_c5 @add_c6 @add_c7 @add_c8 @add_c9 @add_c10 @add_c11 @add_c12 @sub_c0 @sub_c1 @sub_c2 @sub_c3 @sub_c4 @sub_c5 @sub_c6 @sub_c7 @sub_c8 @sub_c9 @sub_c10 @sub_c11 @sub_c12 @sub_k0 @sub_k1 @sub_k2 @sub_k3 @sub_k4 @mul_c0 @mul_c1 @mul_c2 @mul_c3 @mul_c4 @mul_c5 @mul_c6 @mul_c7 @mul_c8 @mul_c9 @mul_c10 @mul_c11 @mul_c12 @udiv_c1 @udiv_c2 @udiv_c3 @udiv_c4 @udiv_c5 @udiv_c6 @udiv_c7 @udiv_c8 @udiv_c9 @udiv_c10 @udiv_c11 @udiv_c12 @udiv_k0 @udiv_k1 @udiv_k2 @udiv_k3 @udiv_k4 @sdiv_c1 @sdiv_c3 @sdiv_c4 @sdiv_c5 @sdiv_c6 @sdiv_c7 @sdiv_c8 @sdiv_c9 @sdiv_c10 @sdiv_c11 @sdiv_c12 @sdiv_k0 @sdiv_k1 @sdiv_k2 @sdiv_k3 @sdiv_k4 @urem_c1 @urem_c2 @urem_c3 @urem_c4 @urem_c5 @urem_c6 @urem_c7 @urem_c8 @urem_c9 @urem_c10 @urem_c11 @urem_c12 @urem_k0 @urem_k1 @urem_k2 @urem_k3 @urem_k4 @srem_c1 @srem_c3 @srem_c4 @srem_c5 @srem_c6 @srem_c7 @srem_c8 @srem_c9 @srem_c10 @srem_c11 @srem_c12 @srem_k0 @srem_k1 @srem_k2 @srem_k3 @srem_k4 @and_c0 @and_c1 @and_c2 @and_c3 @and_c4 @and_c5 @and_c6 @and_c7 @and_c8 @and_c9 @and_c10 @and_c11 @and_c12 @or_c0 @or_c1 @or_c2 @or_c3 @or_c4 @or_c5 @or_c6 @or_c7 @or_c8 @or_c9 @or_c10 @or_c11 @or_c12 @xor_c0 @xor_c1 @xor_c2 @xor_c3 @xor_c4 @xor_c5 @xor_c6 @xor_c7 @xor_c8 @xor_c9 @xor_c10 @xor_c11 @xor_c12 @shl_by0 @shl_by1 @shl_by7 @shl_by8 @shl_by15 @shl_by16 @shl_by17 @shl_by31 @lshr_by0 @lshr_by1 @lshr_by7 @lshr_by8 @lshr_by15 @lshr_by16 @lshr_by17 @lshr_by31 @ashr_by0 @ashr_by1 @ashr_by7 @ashr_by8 @ashr_by15 @ashr_by16 @ashr_by17 @ashr_by31

define i32 @add_c0(i32 %a) {
  %r = add i32 %a, 0
  ret i32 %r
}
define i32 @add_c1(i32 %a) {
  %r = add i32 %a, 1
  ret i32 %r
}
define i32 @add_c2(i32 %a) {
  %r = add i32 %a, -1
  ret i32 %r
}
define i32 @add_c3(i32 %a) {
  %r = add i32 %a, 2
  ret i32 %r
}
define i32 @add_c4(i32 %a) {
  %r = add i32 %a, 3
  ret i32 %r
}
define i32 @add_c5(i32 %a) {
  %r = add i32 %a, 7
  ret i32 %r
}
define i32 @add_c6(i32 %a) {
  %r = add i32 %a, 10
  ret i32 %r
}
define i32 @add_c7(i32 %a) {
  %r = add i32 %a, 255
  ret i32 %r
}
define i32 @add_c8(i32 %a) {
  %r = add i32 %a, 2147483647
  ret i32 %r
}
define i32 @add_c9(i32 %a) {
  %r = add i32 %a, -2147483648
  ret i32 %r
}
define i32 @add_c10(i32 %a) {
  %r = add i32 %a, 1073741824
  ret i32 %r
}
define i32 @add_c11(i32 %a) {
  %r = add i32 %a, 65535
  ret i32 %r
}
define i32 @add_c12(i32 %a) {
  %r = add i32 %a, 305419896
  ret i32 %r
}
define i32 @sub_c0(i32 %a) {
  %r = sub i32 %a, 0
  ret i32 %r
}
define i32 @sub_c1(i32 %a) {
  %r = sub i32 %a, 1
  ret i32 %r
}
define i32 @sub_c2(i32 %a) {
  %r = sub i32 %a, -1
  ret i32 %r
}
define i32 @sub_c3(i32 %a) {
  %r = sub i32 %a, 2
  ret i32 %r
}
define i32 @sub_c4(i32 %a) {
  %r = sub i32 %a, 3
  ret i32 %r
}
define i32 @sub_c5(i32 %a) {
  %r = sub i32 %a, 7
  ret i32 %r
}
define i32 @sub_c6(i32 %a) {
  %r = sub i32 %a, 10
  ret i32 %r
}
define i32 @sub_c7(i32 %a) {
  %r = sub i32 %a, 255
  ret i32 %r
}
define i32 @sub_c8(i32 %a) {
  %r = sub i32 %a, 2147483647
  ret i32 %r
}
define i32 @sub_c9(i32 %a) {
  %r = sub i32 %a, -2147483648
  ret i32 %r
}
define i32 @sub_c10(i32 %a) {
  %r = sub i32 %a, 1073741824
  ret i32 %r
}
define i32 @sub_c11(i32 %a) {
  %r = sub i32 %a, 65535
  ret i32 %r
}
define i32 @sub_c12(i32 %a) {
  %r = sub i32 %a, 305419896
  ret i32 %r
}
define i32 @sub_k0(i32 %a) {
  %r = sub i32 0, %a
  ret i32 %r
}
define i32 @sub_k1(i32 %a) {
  %r = sub i32 1, %a
  ret i32 %r
}
define i32 @sub_k2(i32 %a) {
  %r = sub i32 -1, %a
  ret i32 %r
}
define i32 @sub_k3(i32 %a) {
  %r = sub i32 65535, %a
  ret i32 %r
}
define i32 @sub_k4(i32 %a) {
  %r = sub i32 305419896, %a
  ret i32 %r
}
define i32 @mul_c0(i32 %a) {
  %r = mul i32 %a, 0
  ret i32 %r
}
define i32 @mul_c1(i32 %a) {
  %r = mul i32 %a, 1
  ret i32 %r
}
define i32 @mul_c2(i32 %a) {
  %r = mul i32 %a, -1
  ret i32 %r
}
define i32 @mul_c3(i32 %a) {
  %r = mul i32 %a, 2
  ret i32 %r
}
define i32 @mul_c4(i32 %a) {
  %r = mul i32 %a, 3
  ret i32 %r
}
define i32 @mul_c5(i32 %a) {
  %r = mul i32 %a, 7
  ret i32 %r
}
define i32 @mul_c6(i32 %a) {
  %r = mul i32 %a, 10
  ret i32 %r
}
define i32 @mul_c7(i32 %a) {
  %r = mul i32 %a, 255
  ret i32 %r
}
define i32 @mul_c8(i32 %a) {
  %r = mul i32 %a, 2147483647
  ret i32 %r
}
define i32 @mul_c9(i32 %a) {
  %r = mul i32 %a, -2147483648
  ret i32 %r
}
define i32 @mul_c10(i32 %a) {
  %r = mul i32 %a, 1073741824
  ret i32 %r
}
define i32 @mul_c11(i32 %a) {
  %r = mul i32 %a, 65535
  ret i32 %r
}
define i32 @mul_c12(i32 %a) {
  %r = mul i32 %a, 305419896
  ret i32 %r
}
define i32 @udiv_c1(i32 %a) {
  %r = udiv i32 %a, 1
  ret i32 %r
}
define i32 @udiv_c2(i32 %a) {
  %r = udiv i32 %a, -1
  ret i32 %r
}
define i32 @udiv_c3(i32 %a) {
  %r = udiv i32 %a, 2
  ret i32 %r
}
define i32 @udiv_c4(i32 %a) {
  %r = udiv i32 %a, 3
  ret i32 %r
}
define i32 @udiv_c5(i32 %a) {
  %r = udiv i32 %a, 7
  ret i32 %r
}
define i32 @udiv_c6(i32 %a) {
  %r = udiv i32 %a, 10
  ret i32 %r
}
define i32 @udiv_c7(i32 %a) {
  %r = udiv i32 %a, 255
  ret i32 %r
}
define i32 @udiv_c8(i32 %a) {
  %r = udiv i32 %a, 2147483647
  ret i32 %r
}
define i32 @udiv_c9(i32 %a) {
  %r = udiv i32 %a, -2147483648
  ret i32 %r
}
define i32 @udiv_c10(i32 %a) {
  %r = udiv i32 %a, 1073741824
  ret i32 %r
}
define i32 @udiv_c11(i32 %a) {
  %r = udiv i32 %a, 65535
  ret i32 %r
}
define i32 @udiv_c12(i32 %a) {
  %r = udiv i32 %a, 305419896
  ret i32 %r
}
define i32 @udiv_k0(i32 %a) {
  %r = udiv i32 0, %a
  ret i32 %r
}
define i32 @udiv_k1(i32 %a) {
  %r = udiv i32 1, %a
  ret i32 %r
}
define i32 @udiv_k2(i32 %a) {
  %r = udiv i32 -1, %a
  ret i32 %r
}
define i32 @udiv_k3(i32 %a) {
  %r = udiv i32 65535, %a
  ret i32 %r
}
define i32 @udiv_k4(i32 %a) {
  %r = udiv i32 305419896, %a
  ret i32 %r
}
define i32 @sdiv_c1(i32 %a) {
  %r = sdiv i32 %a, 1
  ret i32 %r
}
define i32 @sdiv_c3(i32 %a) {
  %r = sdiv i32 %a, 2
  ret i32 %r
}
define i32 @sdiv_c4(i32 %a) {
  %r = sdiv i32 %a, 3
  ret i32 %r
}
define i32 @sdiv_c5(i32 %a) {
  %r = sdiv i32 %a, 7
  ret i32 %r
}
define i32 @sdiv_c6(i32 %a) {
  %r = sdiv i32 %a, 10
  ret i32 %r
}
define i32 @sdiv_c7(i32 %a) {
  %r = sdiv i32 %a, 255
  ret i32 %r
}
define i32 @sdiv_c8(i32 %a) {
  %r = sdiv i32 %a, 2147483647
  ret i32 %r
}
define i32 @sdiv_c9(i32 %a) {
  %r = sdiv i32 %a, -2147483648
  ret i32 %r
}
define i32 @sdiv_c10(i32 %a) {
  %r = sdiv i32 %a, 1073741824
  ret i32 %r
}
define i32 @sdiv_c11(i32 %a) {
  %r = sdiv i32 %a, 65535
  ret i32 %r
}
define i32 @sdiv_c12(i32 %a) {
  %r = sdiv i32 %a, 305419896
  ret i32 %r
}
define i32 @sdiv_k0(i32 %a) {
  %r = sdiv i32 0, %a
  ret i32 %r
}
define i32 @sdiv_k1(i32 %a) {
  %r = sdiv i32 1, %a
  ret i32 %r
}
define i32 @sdiv_k2(i32 %a) {
  %r = sdiv i32 -1, %a
  ret i32 %r
}
define i32 @sdiv_k3(i32 %a) {
  %r = sdiv i32 65535, %a
  ret i32 %r
}
define i32 @sdiv_k4(i32 %a) {
  %r = sdiv i32 305419896, %a
  ret i32 %r
}
define i32 @urem_c1(i32 %a) {
  %r = urem i32 %a, 1
  ret i32 %r
}
define i32 @urem_c2(i32 %a) {
  %r = urem i32 %a, -1
  ret i32 %r
}
define i32 @urem_c3(i32 %a) {
  %r = urem i32 %a, 2
  ret i32 %r
}
define i32 @urem_c4(i32 %a) {
  %r = urem i32 %a, 3
  ret i32 %r
}
define i32 @urem_c5(i32 %a) {
  %r = urem i32 %a, 7
  ret i32 %r
}
define i32 @urem_c6(i32 %a) {
  %r = urem i32 %a, 10
  ret i32 %r
}
define i32 @urem_c7(i32 %a) {
  %r = urem i32 %a, 255
  ret i32 %r
}
define i32 @urem_c8(i32 %a) {
  %r = urem i32 %a, 2147483647
  ret i32 %r
}
define i32 @urem_c9(i32 %a) {
  %r = urem i32 %a, -2147483648
  ret i32 %r
}
define i32 @urem_c10(i32 %a) {
  %r = urem i32 %a, 1073741824
  ret i32 %r
}
define i32 @urem_c11(i32 %a) {
  %r = urem i32 %a, 65535
  ret i32 %r
}
define i32 @urem_c12(i32 %a) {
  %r = urem i32 %a, 305419896
  ret i32 %r
}
define i32 @urem_k0(i32 %a) {
  %r = urem i32 0, %a
  ret i32 %r
}
define i32 @urem_k1(i32 %a) {
  %r = urem i32 1, %a
  ret i32 %r
}
define i32 @urem_k2(i32 %a) {
  %r = urem i32 -1, %a
  ret i32 %r
}
define i32 @urem_k3(i32 %a) {
  %r = urem i32 65535, %a
  ret i32 %r
}
define i32 @urem_k4(i32 %a) {
  %r = urem i32 305419896, %a
  ret i32 %r
}
define i32 @srem_c1(i32 %a) {
  %r = srem i32 %a, 1
  ret i32 %r
}
define i32 @srem_c3(i32 %a) {
  %r = srem i32 %a, 2
  ret i32 %r
}
define i32 @srem_c4(i32 %a) {
  %r = srem i32 %a, 3
  ret i32 %r
}
define i32 @srem_c5(i32 %a) {
  %r = srem i32 %a, 7
  ret i32 %r
}
define i32 @srem_c6(i32 %a) {
  %r = srem i32 %a, 10
  ret i32 %r
}
define i32 @srem_c7(i32 %a) {
  %r = srem i32 %a, 255
  ret i32 %r
}
define i32 @srem_c8(i32 %a) {
  %r = srem i32 %a, 2147483647
  ret i32 %r
}
define i32 @srem_c9(i32 %a) {
  %r = srem i32 %a, -2147483648
  ret i32 %r
}
define i32 @srem_c10(i32 %a) {
  %r = srem i32 %a, 1073741824
  ret i32 %r
}
define i32 @srem_c11(i32 %a) {
  %r = srem i32 %a, 65535
  ret i32 %r
}
define i32 @srem_c12(i32 %a) {
  %r = srem i32 %a, 305419896
  ret i32 %r
}
define i32 @srem_k0(i32 %a) {
  %r = srem i32 0, %a
  ret i32 %r
}
define i32 @srem_k1(i32 %a) {
  %r = srem i32 1, %a
  ret i32 %r
}
define i32 @srem_k2(i32 %a) {
  %r = srem i32 -1, %a
  ret i32 %r
}
define i32 @srem_k3(i32 %a) {
  %r = srem i32 65535, %a
  ret i32 %r
}
define i32 @srem_k4(i32 %a) {
  %r = srem i32 305419896, %a
  ret i32 %r
}
define i32 @and_c0(i32 %a) {
  %r = and i32 %a, 0
  ret i32 %r
}
define i32 @and_c1(i32 %a) {
  %r = and i32 %a, 1
  ret i32 %r
}
define i32 @and_c2(i32 %a) {
  %r = and i32 %a, -1
  ret i32 %r
}
define i32 @and_c3(i32 %a) {
  %r = and i32 %a, 2
  ret i32 %r
}
define i32 @and_c4(i32 %a) {
  %r = and i32 %a, 3
  ret i32 %r
}
define i32 @and_c5(i32 %a) {
  %r = and i32 %a, 7
  ret i32 %r
}
define i32 @and_c6(i32 %a) {
  %r = and i32 %a, 10
  ret i32 %r
}
define i32 @and_c7(i32 %a) {
  %r = and i32 %a, 255
  ret i32 %r
}
define i32 @and_c8(i32 %a) {
  %r = and i32 %a, 2147483647
  ret i32 %r
}
define i32 @and_c9(i32 %a) {
  %r = and i32 %a, -2147483648
  ret i32 %r
}
define i32 @and_c10(i32 %a) {
  %r = and i32 %a, 1073741824
  ret i32 %r
}
define i32 @and_c11(i32 %a) {
  %r = and i32 %a, 65535
  ret i32 %r
}
define i32 @and_c12(i32 %a) {
  %r = and i32 %a, 305419896
  ret i32 %r
}
define i32 @or_c0(i32 %a) {
  %r = or i32 %a, 0
  ret i32 %r
}
define i32 @or_c1(i32 %a) {
  %r = or i32 %a, 1
  ret i32 %r
}
define i32 @or_c2(i32 %a) {
  %r = or i32 %a, -1
  ret i32 %r
}
define i32 @or_c3(i32 %a) {
  %r = or i32 %a, 2
  ret i32 %r
}
define i32 @or_c4(i32 %a) {
  %r = or i32 %a, 3
  ret i32 %r
}
define i32 @or_c5(i32 %a) {
  %r = or i32 %a, 7
  ret i32 %r
}
define i32 @or_c6(i32 %a) {
  %r = or i32 %a, 10
  ret i32 %r
}
define i32 @or_c7(i32 %a) {
  %r = or i32 %a, 255
  ret i32 %r
}
define i32 @or_c8(i32 %a) {
  %r = or i32 %a, 2147483647
  ret i32 %r
}
define i32 @or_c9(i32 %a) {
  %r = or i32 %a, -2147483648
  ret i32 %r
}
define i32 @or_c10(i32 %a) {
  %r = or i32 %a, 1073741824
  ret i32 %r
}
define i32 @or_c11(i32 %a) {
  %r = or i32 %a, 65535
  ret i32 %r
}
define i32 @or_c12(i32 %a) {
  %r = or i32 %a, 305419896
  ret i32 %r
}
define i32 @xor_c0(i32 %a) {
  %r = xor i32 %a, 0
  ret i32 %r
}
define i32 @xor_c1(i32 %a) {
  %r = xor i32 %a, 1
  ret i32 %r
}
define i32 @xor_c2(i32 %a) {
  %r = xor i32 %a, -1
  ret i32 %r
}
define i32 @xor_c3(i32 %a) {
  %r = xor i32 %a, 2
  ret i32 %r
}
define i32 @xor_c4(i32 %a) {
  %r = xor i32 %a, 3
  ret i32 %r
}
define i32 @xor_c5(i32 %a) {
  %r = xor i32 %a, 7
  ret i32 %r
}
define i32 @xor_c6(i32 %a) {
  %r = xor i32 %a, 10
  ret i32 %r
}
define i32 @xor_c7(i32 %a) {
  %r = xor i32 %a, 255
  ret i32 %r
}
define i32 @xor_c8(i32 %a) {
  %r = xor i32 %a, 2147483647
  ret i32 %r
}
define i32 @xor_c9(i32 %a) {
  %r = xor i32 %a, -2147483648
  ret i32 %r
}
define i32 @xor_c10(i32 %a) {
  %r = xor i32 %a, 1073741824
  ret i32 %r
}
define i32 @xor_c11(i32 %a) {
  %r = xor i32 %a, 65535
  ret i32 %r
}
define i32 @xor_c12(i32 %a) {
  %r = xor i32 %a, 305419896
  ret i32 %r
}
define i32 @shl_by0(i32 %a) {
  %r = shl i32 %a, 0
  ret i32 %r
}
define i32 @shl_by1(i32 %a) {
  %r = shl i32 %a, 1
  ret i32 %r
}
define i32 @shl_by7(i32 %a) {
  %r = shl i32 %a, 7
  ret i32 %r
}
define i32 @shl_by8(i32 %a) {
  %r = shl i32 %a, 8
  ret i32 %r
}
define i32 @shl_by15(i32 %a) {
  %r = shl i32 %a, 15
  ret i32 %r
}
define i32 @shl_by16(i32 %a) {
  %r = shl i32 %a, 16
  ret i32 %r
}
define i32 @shl_by17(i32 %a) {
  %r = shl i32 %a, 17
  ret i32 %r
}
define i32 @shl_by31(i32 %a) {
  %r = shl i32 %a, 31
  ret i32 %r
}
define i32 @lshr_by0(i32 %a) {
  %r = lshr i32 %a, 0
  ret i32 %r
}
define i32 @lshr_by1(i32 %a) {
  %r = lshr i32 %a, 1
  ret i32 %r
}
define i32 @lshr_by7(i32 %a) {
  %r = lshr i32 %a, 7
  ret i32 %r
}
define i32 @lshr_by8(i32 %a) {
  %r = lshr i32 %a, 8
  ret i32 %r
}
define i32 @lshr_by15(i32 %a) {
  %r = lshr i32 %a, 15
  ret i32 %r
}
define i32 @lshr_by16(i32 %a) {
  %r = lshr i32 %a, 16
  ret i32 %r
}
define i32 @lshr_by17(i32 %a) {
  %r = lshr i32 %a, 17
  ret i32 %r
}
define i32 @lshr_by31(i32 %a) {
  %r = lshr i32 %a, 31
  ret i32 %r
}
define i32 @ashr_by0(i32 %a) {
  %r = ashr i32 %a, 0
  ret i32 %r
}
define i32 @ashr_by1(i32 %a) {
  %r = ashr i32 %a, 1
  ret i32 %r
}
define i32 @ashr_by7(i32 %a) {
  %r = ashr i32 %a, 7
  ret i32 %r
}
define i32 @ashr_by8(i32 %a) {
  %r = ashr i32 %a, 8
  ret i32 %r
}
define i32 @ashr_by15(i32 %a) {
  %r = ashr i32 %a, 15
  ret i32 %r
}
define i32 @ashr_by16(i32 %a) {
  %r = ashr i32 %a, 16
  ret i32 %r
}
define i32 @ashr_by17(i32 %a) {
  %r = ashr i32 %a, 17
  ret i32 %r
}
define i32 @ashr_by31(i32 %a) {
  %r = ashr i32 %a, 31
  ret i32 %r
}
