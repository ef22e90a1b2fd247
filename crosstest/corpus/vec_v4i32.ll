; Operators on <4 x i32>: with variables, with constants; division by zero in any lane traps.
; run: @udiv_any(<7, 7, 7, 7>, <1, 1, 1, 0>) -> traps
; run: @sdiv_any(<7, 7, 7, 7>, <1, 1, 1, 0>) -> traps
; run: @urem_any(<7, 7, 7, 7>, <1, 1, 1, 0>) -> traps
; run: @srem_any(<7, 7, 7, 7>, <1, 1, 1, 0>) -> traps
; run: @add(<2147483647, 2147483647, 2147483647, 2147483647>, <0, 1, 2, 3>) -> <2147483647, -2147483648, -2147483647, -2147483646>
; run: @mul(<-3, -3, -3, -3>, <0, 1, 2, 3>) -> <0, -3, -6, -9>
; run: @sdiv(<0, -1, -2, -3>, <3, 3, 3, 3>) -> <0, 0, 0, -1>
; edges: @add @add_c @sub @sub_c @mul @mul_c @and @and_c @or @or_c @xor @xor_c @udiv @udiv_any @udiv_c @sdiv @sdiv_any @sdiv_c @urem @urem_any @urem_c @srem @srem_any @srem_c @shl @shl_c @shl_same @lshr @lshr_c @lshr_same @ashr @ashr_c @ashr_same @pick

define <4 x i32> @add(<4 x i32> %a, <4 x i32> %b) {
  %r = add <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <4 x i32> @add_c(<4 x i32> %a) {
  %r = add <4 x i32> %a, <i32 2, i32 39, i32 76, i32 13>
  ret <4 x i32> %r
}
define <4 x i32> @sub(<4 x i32> %a, <4 x i32> %b) {
  %r = sub <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <4 x i32> @sub_c(<4 x i32> %a) {
  %r = sub <4 x i32> %a, <i32 2, i32 39, i32 76, i32 13>
  ret <4 x i32> %r
}
define <4 x i32> @mul(<4 x i32> %a, <4 x i32> %b) {
  %r = mul <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <4 x i32> @mul_c(<4 x i32> %a) {
  %r = mul <4 x i32> %a, <i32 2, i32 39, i32 76, i32 13>
  ret <4 x i32> %r
}
define <4 x i32> @and(<4 x i32> %a, <4 x i32> %b) {
  %r = and <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <4 x i32> @and_c(<4 x i32> %a) {
  %r = and <4 x i32> %a, <i32 2, i32 39, i32 76, i32 13>
  ret <4 x i32> %r
}
define <4 x i32> @or(<4 x i32> %a, <4 x i32> %b) {
  %r = or <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <4 x i32> @or_c(<4 x i32> %a) {
  %r = or <4 x i32> %a, <i32 2, i32 39, i32 76, i32 13>
  ret <4 x i32> %r
}
define <4 x i32> @xor(<4 x i32> %a, <4 x i32> %b) {
  %r = xor <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <4 x i32> @xor_c(<4 x i32> %a) {
  %r = xor <4 x i32> %a, <i32 2, i32 39, i32 76, i32 13>
  ret <4 x i32> %r
}
define <4 x i32> @udiv(<4 x i32> %a, <4 x i32> %b) {
  %small = and <4 x i32> %b, <i32 63, i32 63, i32 63, i32 63>
  %c = or <4 x i32> %small, <i32 1, i32 1, i32 1, i32 1>
  %r = udiv <4 x i32> %a, %c
  ret <4 x i32> %r
}
define <4 x i32> @udiv_any(<4 x i32> %a, <4 x i32> %b) {
  %r = udiv <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <4 x i32> @udiv_c(<4 x i32> %a) {
  %r = udiv <4 x i32> %a, <i32 2, i32 39, i32 76, i32 13>
  ret <4 x i32> %r
}
define <4 x i32> @sdiv(<4 x i32> %a, <4 x i32> %b) {
  %small = and <4 x i32> %b, <i32 63, i32 63, i32 63, i32 63>
  %c = or <4 x i32> %small, <i32 1, i32 1, i32 1, i32 1>
  %r = sdiv <4 x i32> %a, %c
  ret <4 x i32> %r
}
define <4 x i32> @sdiv_any(<4 x i32> %a, <4 x i32> %b) {
  %r = sdiv <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <4 x i32> @sdiv_c(<4 x i32> %a) {
  %r = sdiv <4 x i32> %a, <i32 2, i32 39, i32 76, i32 13>
  ret <4 x i32> %r
}
define <4 x i32> @urem(<4 x i32> %a, <4 x i32> %b) {
  %small = and <4 x i32> %b, <i32 63, i32 63, i32 63, i32 63>
  %c = or <4 x i32> %small, <i32 1, i32 1, i32 1, i32 1>
  %r = urem <4 x i32> %a, %c
  ret <4 x i32> %r
}
define <4 x i32> @urem_any(<4 x i32> %a, <4 x i32> %b) {
  %r = urem <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <4 x i32> @urem_c(<4 x i32> %a) {
  %r = urem <4 x i32> %a, <i32 2, i32 39, i32 76, i32 13>
  ret <4 x i32> %r
}
define <4 x i32> @srem(<4 x i32> %a, <4 x i32> %b) {
  %small = and <4 x i32> %b, <i32 63, i32 63, i32 63, i32 63>
  %c = or <4 x i32> %small, <i32 1, i32 1, i32 1, i32 1>
  %r = srem <4 x i32> %a, %c
  ret <4 x i32> %r
}
define <4 x i32> @srem_any(<4 x i32> %a, <4 x i32> %b) {
  %r = srem <4 x i32> %a, %b
  ret <4 x i32> %r
}
define <4 x i32> @srem_c(<4 x i32> %a) {
  %r = srem <4 x i32> %a, <i32 2, i32 39, i32 76, i32 13>
  ret <4 x i32> %r
}
define <4 x i32> @shl(<4 x i32> %a, <4 x i32> %b) {
  %n = and <4 x i32> %b, <i32 31, i32 31, i32 31, i32 31>
  %r = shl <4 x i32> %a, %n
  ret <4 x i32> %r
}
define <4 x i32> @shl_c(<4 x i32> %a) {
  %r = shl <4 x i32> %a, <i32 0, i32 3, i32 6, i32 9>
  ret <4 x i32> %r
}
define <4 x i32> @shl_same(<4 x i32> %a) {
  %r = shl <4 x i32> %a, <i32 5, i32 5, i32 5, i32 5>
  ret <4 x i32> %r
}
define <4 x i32> @lshr(<4 x i32> %a, <4 x i32> %b) {
  %n = and <4 x i32> %b, <i32 31, i32 31, i32 31, i32 31>
  %r = lshr <4 x i32> %a, %n
  ret <4 x i32> %r
}
define <4 x i32> @lshr_c(<4 x i32> %a) {
  %r = lshr <4 x i32> %a, <i32 0, i32 3, i32 6, i32 9>
  ret <4 x i32> %r
}
define <4 x i32> @lshr_same(<4 x i32> %a) {
  %r = lshr <4 x i32> %a, <i32 5, i32 5, i32 5, i32 5>
  ret <4 x i32> %r
}
define <4 x i32> @ashr(<4 x i32> %a, <4 x i32> %b) {
  %n = and <4 x i32> %b, <i32 31, i32 31, i32 31, i32 31>
  %r = ashr <4 x i32> %a, %n
  ret <4 x i32> %r
}
define <4 x i32> @ashr_c(<4 x i32> %a) {
  %r = ashr <4 x i32> %a, <i32 0, i32 3, i32 6, i32 9>
  ret <4 x i32> %r
}
define <4 x i32> @ashr_same(<4 x i32> %a) {
  %r = ashr <4 x i32> %a, <i32 5, i32 5, i32 5, i32 5>
  ret <4 x i32> %r
}
define <4 x i32> @pick(<4 x i32> %a, <4 x i32> %b, i32 %c) {
  %t = trunc i32 %c to i1
  %r = select i1 %t, <4 x i32> %a, <4 x i32> %b
  ret <4 x i32> %r
}
