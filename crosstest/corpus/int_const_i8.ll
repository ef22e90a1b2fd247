; Arithmetic of 8 bits with a constant on one side: immediates of every size, powers of two, both orders.
; edges: @add_c0 @add_c1 @add_c2 @add_c3 @add_c4 @add_c5 @add_c6 @add_c7 @add_c8 @add_c9 @add_c10 @sub_c0 @sub_c1 @sub_c2 @sub_c3 @sub_c4 @sub_c5 @sub_c6 @sub_c7 @sub_c8 @sub_c9 @sub_c10 @sub_k0 @sub_k1 @sub_k2 @sub_k3 @sub_k4 @mul_c0 @mul_c1 @mul_c2 @mul_c3 @mul_c4 @mul_c5 @mul_c6 @mul_c7 @mul_c8 @mul_c9 @mul_c10 @udiv_c1 @udiv_c2 @udiv_c3 @udiv_c4 @udiv_c5 @udiv_c6 @udiv_c7 @udiv_c8 @udiv_c9 @udiv_c10 @udiv_k0 @udiv_k1 @udiv_k2 @udiv_k3 @udiv_k4 @sdiv_c1 @sdiv_c3 @sdiv_c4 @sdiv_c5 @sdiv_c6 @sdiv_c7 @sdiv_c8 @sdiv_c9 @sdiv_c10 @sdiv_k0 @sdiv_k1 @sdiv_k2 @sdiv_k3 @sdiv_k4 @urem_c1 @urem_c2 @urem_c3 @urem_c4 @urem_c5 @urem_c6 @urem_c7 @urem_c8 @urem_c9 @urem_c10 @urem_k0 @urem_k1 @urem_k2 @urem_k3 @urem_k4 @srem_c1 @srem_c3 @srem_c4 @srem_c5 @srem_c6 @srem_c7 @srem_c8 @srem_c9 @srem_c10 @srem_k0 @srem_k1 @srem_k2 @srem_k3 @srem_k4 @and_c0 @and_c1 @and_c2 @and_c3 @and_c4 @and_c5 @and_c6 @and_c7 @and_c8 @and_c9 @and_c10 @or_c0 @or_c1 @or_c2 @or_c3 @or_c4 @or_c5 @or_c6 @or_c7 @or_c8 @or_c9 @or_c10 @xor_c0 @xor_c1 @xor_c2 @xor_c3 @xor_c4 @xor_c5 @xor_c6 @xor_c7 @xor_c8 @xor_c9 @xor_c10 @shl_by0 @shl_by1 @shl_by3 @shl_by4 @shl_by5 @shl_by7 @lshr_by0 @lshr_by1 @lshr_by3 @lshr_by4 @lshr_by5 @lshr_by7 @ashr_by0 @ashr_by1 @ashr_by3 @ashr_by4 @ashr_by5 @ashr_by7

define i32 @add_c0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = add i8 %an, 0
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @add_c1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = add i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @add_c2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = add i8 %an, -1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @add_c3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = add i8 %an, 2
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @add_c4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = add i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @add_c5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = add i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @add_c6(i32 %a) {
  %an = trunc i32 %a to i8
  %r = add i8 %an, 10
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @add_c7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = add i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @add_c8(i32 %a) {
  %an = trunc i32 %a to i8
  %r = add i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @add_c9(i32 %a) {
  %an = trunc i32 %a to i8
  %r = add i8 %an, -128
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @add_c10(i32 %a) {
  %an = trunc i32 %a to i8
  %r = add i8 %an, 64
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_c0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 %an, 0
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_c1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_c2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 %an, -1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_c3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 %an, 2
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_c4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_c5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_c6(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 %an, 10
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_c7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_c8(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_c9(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 %an, -128
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_c10(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 %an, 64
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_k0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 0, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_k1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 1, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_k2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 -1, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_k3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 -128, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sub_k4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sub i8 64, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul_c0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = mul i8 %an, 0
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul_c1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = mul i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul_c2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = mul i8 %an, -1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul_c3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = mul i8 %an, 2
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul_c4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = mul i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul_c5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = mul i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul_c6(i32 %a) {
  %an = trunc i32 %a to i8
  %r = mul i8 %an, 10
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul_c7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = mul i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul_c8(i32 %a) {
  %an = trunc i32 %a to i8
  %r = mul i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul_c9(i32 %a) {
  %an = trunc i32 %a to i8
  %r = mul i8 %an, -128
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @mul_c10(i32 %a) {
  %an = trunc i32 %a to i8
  %r = mul i8 %an, 64
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_c1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_c2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 %an, -1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_c3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 %an, 2
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_c4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_c5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_c6(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 %an, 10
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_c7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_c8(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_c9(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 %an, -128
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_c10(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 %an, 64
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_k0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 0, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_k1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 1, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_k2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 -1, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_k3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 -128, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @udiv_k4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = udiv i8 64, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_c1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_c3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 %an, 2
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_c4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_c5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_c6(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 %an, 10
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_c7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_c8(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_c9(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 %an, -128
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_c10(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 %an, 64
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_k0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 0, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_k1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 1, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_k2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 -1, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_k3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 -128, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @sdiv_k4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = sdiv i8 64, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_c1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_c2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 %an, -1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_c3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 %an, 2
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_c4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_c5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_c6(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 %an, 10
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_c7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_c8(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_c9(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 %an, -128
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_c10(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 %an, 64
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_k0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 0, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_k1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 1, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_k2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 -1, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_k3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 -128, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @urem_k4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = urem i8 64, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_c1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_c3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 %an, 2
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_c4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_c5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_c6(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 %an, 10
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_c7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_c8(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_c9(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 %an, -128
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_c10(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 %an, 64
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_k0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 0, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_k1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 1, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_k2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 -1, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_k3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 -128, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @srem_k4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = srem i8 64, %an
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and_c0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = and i8 %an, 0
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and_c1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = and i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and_c2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = and i8 %an, -1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and_c3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = and i8 %an, 2
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and_c4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = and i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and_c5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = and i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and_c6(i32 %a) {
  %an = trunc i32 %a to i8
  %r = and i8 %an, 10
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and_c7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = and i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and_c8(i32 %a) {
  %an = trunc i32 %a to i8
  %r = and i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and_c9(i32 %a) {
  %an = trunc i32 %a to i8
  %r = and i8 %an, -128
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @and_c10(i32 %a) {
  %an = trunc i32 %a to i8
  %r = and i8 %an, 64
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or_c0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = or i8 %an, 0
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or_c1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = or i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or_c2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = or i8 %an, -1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or_c3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = or i8 %an, 2
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or_c4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = or i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or_c5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = or i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or_c6(i32 %a) {
  %an = trunc i32 %a to i8
  %r = or i8 %an, 10
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or_c7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = or i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or_c8(i32 %a) {
  %an = trunc i32 %a to i8
  %r = or i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or_c9(i32 %a) {
  %an = trunc i32 %a to i8
  %r = or i8 %an, -128
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @or_c10(i32 %a) {
  %an = trunc i32 %a to i8
  %r = or i8 %an, 64
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor_c0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = xor i8 %an, 0
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor_c1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = xor i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor_c2(i32 %a) {
  %an = trunc i32 %a to i8
  %r = xor i8 %an, -1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor_c3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = xor i8 %an, 2
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor_c4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = xor i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor_c5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = xor i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor_c6(i32 %a) {
  %an = trunc i32 %a to i8
  %r = xor i8 %an, 10
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor_c7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = xor i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor_c8(i32 %a) {
  %an = trunc i32 %a to i8
  %r = xor i8 %an, 127
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor_c9(i32 %a) {
  %an = trunc i32 %a to i8
  %r = xor i8 %an, -128
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @xor_c10(i32 %a) {
  %an = trunc i32 %a to i8
  %r = xor i8 %an, 64
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @shl_by0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = shl i8 %an, 0
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @shl_by1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = shl i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @shl_by3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = shl i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @shl_by4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = shl i8 %an, 4
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @shl_by5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = shl i8 %an, 5
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @shl_by7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = shl i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @lshr_by0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = lshr i8 %an, 0
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @lshr_by1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = lshr i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @lshr_by3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = lshr i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @lshr_by4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = lshr i8 %an, 4
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @lshr_by5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = lshr i8 %an, 5
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @lshr_by7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = lshr i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @ashr_by0(i32 %a) {
  %an = trunc i32 %a to i8
  %r = ashr i8 %an, 0
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @ashr_by1(i32 %a) {
  %an = trunc i32 %a to i8
  %r = ashr i8 %an, 1
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @ashr_by3(i32 %a) {
  %an = trunc i32 %a to i8
  %r = ashr i8 %an, 3
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @ashr_by4(i32 %a) {
  %an = trunc i32 %a to i8
  %r = ashr i8 %an, 4
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @ashr_by5(i32 %a) {
  %an = trunc i32 %a to i8
  %r = ashr i8 %an, 5
  %wide = sext i8 %r to i32
  ret i32 %wide
}
define i32 @ashr_by7(i32 %a) {
  %an = trunc i32 %a to i8
  %r = ashr i8 %an, 7
  %wide = sext i8 %r to i32
  ret i32 %wide
}
