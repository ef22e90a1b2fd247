; Operators on <8 x i16>: with variables, with constants; division by zero in any lane traps.
; run: @udiv_any(<7, 7, 7, 7, 7, 7, 7, 7>, <1, 1, 1, 1, 1, 1, 1, 0>) -> traps
; run: @sdiv_any(<7, 7, 7, 7, 7, 7, 7, 7>, <1, 1, 1, 1, 1, 1, 1, 0>) -> traps
; run: @urem_any(<7, 7, 7, 7, 7, 7, 7, 7>, <1, 1, 1, 1, 1, 1, 1, 0>) -> traps
; run: @srem_any(<7, 7, 7, 7, 7, 7, 7, 7>, <1, 1, 1, 1, 1, 1, 1, 0>) -> traps
; run: @add(<32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767>, <0, 1, 2, 3, 4, 5, 6, 7>) -> <32767, -32768, -32767, -32766, -32765, -32764, -32763, -32762>
; run: @mul(<-3, -3, -3, -3, -3, -3, -3, -3>, <0, 1, 2, 3, 4, 5, 6, 7>) -> <0, -3, -6, -9, -12, -15, -18, -21>
; run: @sdiv(<0, -1, -2, -3, -4, -5, -6, -7>, <3, 3, 3, 3, 3, 3, 3, 3>) -> <0, 0, 0, -1, -1, -1, -2, -2>
; edges: @add @add_c @sub @sub_c @mul @mul_c @and @and_c @or @or_c @xor @xor_c @udiv @udiv_any @udiv_c @sdiv @sdiv_any @sdiv_c @urem @urem_any @urem_c @srem @srem_any @srem_c @shl @shl_c @shl_same @lshr @lshr_c @lshr_same @ashr @ashr_c @ashr_same @pick

define <8 x i16> @add(<8 x i16> %a, <8 x i16> %b) {
  %r = add <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <8 x i16> @add_c(<8 x i16> %a) {
  %r = add <8 x i16> %a, <i16 2, i16 39, i16 76, i16 13, i16 50, i16 87, i16 24, i16 61>
  ret <8 x i16> %r
}
define <8 x i16> @sub(<8 x i16> %a, <8 x i16> %b) {
  %r = sub <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <8 x i16> @sub_c(<8 x i16> %a) {
  %r = sub <8 x i16> %a, <i16 2, i16 39, i16 76, i16 13, i16 50, i16 87, i16 24, i16 61>
  ret <8 x i16> %r
}
define <8 x i16> @mul(<8 x i16> %a, <8 x i16> %b) {
  %r = mul <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <8 x i16> @mul_c(<8 x i16> %a) {
  %r = mul <8 x i16> %a, <i16 2, i16 39, i16 76, i16 13, i16 50, i16 87, i16 24, i16 61>
  ret <8 x i16> %r
}
define <8 x i16> @and(<8 x i16> %a, <8 x i16> %b) {
  %r = and <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <8 x i16> @and_c(<8 x i16> %a) {
  %r = and <8 x i16> %a, <i16 2, i16 39, i16 76, i16 13, i16 50, i16 87, i16 24, i16 61>
  ret <8 x i16> %r
}
define <8 x i16> @or(<8 x i16> %a, <8 x i16> %b) {
  %r = or <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <8 x i16> @or_c(<8 x i16> %a) {
  %r = or <8 x i16> %a, <i16 2, i16 39, i16 76, i16 13, i16 50, i16 87, i16 24, i16 61>
  ret <8 x i16> %r
}
define <8 x i16> @xor(<8 x i16> %a, <8 x i16> %b) {
  %r = xor <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <8 x i16> @xor_c(<8 x i16> %a) {
  %r = xor <8 x i16> %a, <i16 2, i16 39, i16 76, i16 13, i16 50, i16 87, i16 24, i16 61>
  ret <8 x i16> %r
}
define <8 x i16> @udiv(<8 x i16> %a, <8 x i16> %b) {
  %small = and <8 x i16> %b, <i16 63, i16 63, i16 63, i16 63, i16 63, i16 63, i16 63, i16 63>
  %c = or <8 x i16> %small, <i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1>
  %r = udiv <8 x i16> %a, %c
  ret <8 x i16> %r
}
define <8 x i16> @udiv_any(<8 x i16> %a, <8 x i16> %b) {
  %r = udiv <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <8 x i16> @udiv_c(<8 x i16> %a) {
  %r = udiv <8 x i16> %a, <i16 2, i16 39, i16 76, i16 13, i16 50, i16 87, i16 24, i16 61>
  ret <8 x i16> %r
}
define <8 x i16> @sdiv(<8 x i16> %a, <8 x i16> %b) {
  %small = and <8 x i16> %b, <i16 63, i16 63, i16 63, i16 63, i16 63, i16 63, i16 63, i16 63>
  %c = or <8 x i16> %small, <i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1>
  %r = sdiv <8 x i16> %a, %c
  ret <8 x i16> %r
}
define <8 x i16> @sdiv_any(<8 x i16> %a, <8 x i16> %b) {
  %r = sdiv <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <8 x i16> @sdiv_c(<8 x i16> %a) {
  %r = sdiv <8 x i16> %a, <i16 2, i16 39, i16 76, i16 13, i16 50, i16 87, i16 24, i16 61>
  ret <8 x i16> %r
}
define <8 x i16> @urem(<8 x i16> %a, <8 x i16> %b) {
  %small = and <8 x i16> %b, <i16 63, i16 63, i16 63, i16 63, i16 63, i16 63, i16 63, i16 63>
  %c = or <8 x i16> %small, <i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1>
  %r = urem <8 x i16> %a, %c
  ret <8 x i16> %r
}
define <8 x i16> @urem_any(<8 x i16> %a, <8 x i16> %b) {
  %r = urem <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <8 x i16> @urem_c(<8 x i16> %a) {
  %r = urem <8 x i16> %a, <i16 2, i16 39, i16 76, i16 13, i16 50, i16 87, i16 24, i16 61>
  ret <8 x i16> %r
}
define <8 x i16> @srem(<8 x i16> %a, <8 x i16> %b) {
  %small = and <8 x i16> %b, <i16 63, i16 63, i16 63, i16 63, i16 63, i16 63, i16 63, i16 63>
  %c = or <8 x i16> %small, <i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1, i16 1>
  %r = srem <8 x i16> %a, %c
  ret <8 x i16> %r
}
define <8 x i16> @srem_any(<8 x i16> %a, <8 x i16> %b) {
  %r = srem <8 x i16> %a, %b
  ret <8 x i16> %r
}
define <8 x i16> @srem_c(<8 x i16> %a) {
  %r = srem <8 x i16> %a, <i16 2, i16 39, i16 76, i16 13, i16 50, i16 87, i16 24, i16 61>
  ret <8 x i16> %r
}
define <8 x i16> @shl(<8 x i16> %a, <8 x i16> %b) {
  %n = and <8 x i16> %b, <i16 15, i16 15, i16 15, i16 15, i16 15, i16 15, i16 15, i16 15>
  %r = shl <8 x i16> %a, %n
  ret <8 x i16> %r
}
define <8 x i16> @shl_c(<8 x i16> %a) {
  %r = shl <8 x i16> %a, <i16 0, i16 3, i16 6, i16 9, i16 12, i16 15, i16 2, i16 5>
  ret <8 x i16> %r
}
define <8 x i16> @shl_same(<8 x i16> %a) {
  %r = shl <8 x i16> %a, <i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5>
  ret <8 x i16> %r
}
define <8 x i16> @lshr(<8 x i16> %a, <8 x i16> %b) {
  %n = and <8 x i16> %b, <i16 15, i16 15, i16 15, i16 15, i16 15, i16 15, i16 15, i16 15>
  %r = lshr <8 x i16> %a, %n
  ret <8 x i16> %r
}
define <8 x i16> @lshr_c(<8 x i16> %a) {
  %r = lshr <8 x i16> %a, <i16 0, i16 3, i16 6, i16 9, i16 12, i16 15, i16 2, i16 5>
  ret <8 x i16> %r
}
define <8 x i16> @lshr_same(<8 x i16> %a) {
  %r = lshr <8 x i16> %a, <i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5>
  ret <8 x i16> %r
}
define <8 x i16> @ashr(<8 x i16> %a, <8 x i16> %b) {
  %n = and <8 x i16> %b, <i16 15, i16 15, i16 15, i16 15, i16 15, i16 15, i16 15, i16 15>
  %r = ashr <8 x i16> %a, %n
  ret <8 x i16> %r
}
define <8 x i16> @ashr_c(<8 x i16> %a) {
  %r = ashr <8 x i16> %a, <i16 0, i16 3, i16 6, i16 9, i16 12, i16 15, i16 2, i16 5>
  ret <8 x i16> %r
}
define <8 x i16> @ashr_same(<8 x i16> %a) {
  %r = ashr <8 x i16> %a, <i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5, i16 5>
  ret <8 x i16> %r
}
define <8 x i16> @pick(<8 x i16> %a, <8 x i16> %b, i32 %c) {
  %t = trunc i32 %c to i1
  %r = select i1 %t, <8 x i16> %a, <8 x i16> %b
  ret <8 x i16> %r
}
