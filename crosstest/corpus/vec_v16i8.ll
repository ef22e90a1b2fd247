; Operators on <16 x i8>: with variables, with constants; division by zero in any lane traps.
; run: @udiv_any(<7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7>, <1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0>) -> traps
; run: @sdiv_any(<7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7>, <1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0>) -> traps
; run: @urem_any(<7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7>, <1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0>) -> traps
; run: @srem_any(<7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7>, <1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0>) -> traps
; run: @add(<127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127>, <0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>) -> <127, -128, -127, -126, -125, -124, -123, -122, -121, -120, -119, -118, -117, -116, -115, -114>
; run: @mul(<-3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3>, <0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>) -> <0, -3, -6, -9, -12, -15, -18, -21, -24, -27, -30, -33, -36, -39, -42, -45>
; run: @sdiv(<0, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13, -14, -15>, <3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3>) -> <0, 0, 0, -1, -1, -1, -2, -2, -2, -3, -3, -3, -4, -4, -4, -5>
; edges: @add @add_c @sub @sub_c @mul @mul_c @and @and_c @or @or_c @xor @xor_c @udiv @udiv_any @udiv_c @sdiv @sdiv_any @sdiv_c @urem @urem_any @urem_c @srem @srem_any @srem_c @shl @shl_c @shl_same @lshr @lshr_c @lshr_same @ashr @ashr_c @ashr_same @pick

define <16 x i8> @add(<16 x i8> %a, <16 x i8> %b) {
  %r = add <16 x i8> %a, %b
  ret <16 x i8> %r
}
define <16 x i8> @add_c(<16 x i8> %a) {
  %r = add <16 x i8> %a, <i8 2, i8 39, i8 76, i8 13, i8 50, i8 87, i8 24, i8 61, i8 98, i8 35, i8 72, i8 9, i8 46, i8 83, i8 20, i8 57>
  ret <16 x i8> %r
}
define <16 x i8> @sub(<16 x i8> %a, <16 x i8> %b) {
  %r = sub <16 x i8> %a, %b
  ret <16 x i8> %r
}
define <16 x i8> @sub_c(<16 x i8> %a) {
  %r = sub <16 x i8> %a, <i8 2, i8 39, i8 76, i8 13, i8 50, i8 87, i8 24, i8 61, i8 98, i8 35, i8 72, i8 9, i8 46, i8 83, i8 20, i8 57>
  ret <16 x i8> %r
}
define <16 x i8> @mul(<16 x i8> %a, <16 x i8> %b) {
  %r = mul <16 x i8> %a, %b
  ret <16 x i8> %r
}
define <16 x i8> @mul_c(<16 x i8> %a) {
  %r = mul <16 x i8> %a, <i8 2, i8 39, i8 76, i8 13, i8 50, i8 87, i8 24, i8 61, i8 98, i8 35, i8 72, i8 9, i8 46, i8 83, i8 20, i8 57>
  ret <16 x i8> %r
}
define <16 x i8> @and(<16 x i8> %a, <16 x i8> %b) {
  %r = and <16 x i8> %a, %b
  ret <16 x i8> %r
}
define <16 x i8> @and_c(<16 x i8> %a) {
  %r = and <16 x i8> %a, <i8 2, i8 39, i8 76, i8 13, i8 50, i8 87, i8 24, i8 61, i8 98, i8 35, i8 72, i8 9, i8 46, i8 83, i8 20, i8 57>
  ret <16 x i8> %r
}
define <16 x i8> @or(<16 x i8> %a, <16 x i8> %b) {
  %r = or <16 x i8> %a, %b
  ret <16 x i8> %r
}
define <16 x i8> @or_c(<16 x i8> %a) {
  %r = or <16 x i8> %a, <i8 2, i8 39, i8 76, i8 13, i8 50, i8 87, i8 24, i8 61, i8 98, i8 35, i8 72, i8 9, i8 46, i8 83, i8 20, i8 57>
  ret <16 x i8> %r
}
define <16 x i8> @xor(<16 x i8> %a, <16 x i8> %b) {
  %r = xor <16 x i8> %a, %b
  ret <16 x i8> %r
}
define <16 x i8> @xor_c(<16 x i8> %a) {
  %r = xor <16 x i8> %a, <i8 2, i8 39, i8 76, i8 13, i8 50, i8 87, i8 24, i8 61, i8 98, i8 35, i8 72, i8 9, i8 46, i8 83, i8 20, i8 57>
  ret <16 x i8> %r
}
define <16 x i8> @udiv(<16 x i8> %a, <16 x i8> %b) {
  %small = and <16 x i8> %b, <i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63>
  %c = or <16 x i8> %small, <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1>
  %r = udiv <16 x i8> %a, %c
  ret <16 x i8> %r
}
define <16 x i8> @udiv_any(<16 x i8> %a, <16 x i8> %b) {
  %r = udiv <16 x i8> %a, %b
  ret <16 x i8> %r
}
define <16 x i8> @udiv_c(<16 x i8> %a) {
  %r = udiv <16 x i8> %a, <i8 2, i8 39, i8 76, i8 13, i8 50, i8 87, i8 24, i8 61, i8 98, i8 35, i8 72, i8 9, i8 46, i8 83, i8 20, i8 57>
  ret <16 x i8> %r
}
define <16 x i8> @sdiv(<16 x i8> %a, <16 x i8> %b) {
  %small = and <16 x i8> %b, <i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63>
  %c = or <16 x i8> %small, <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1>
  %r = sdiv <16 x i8> %a, %c
  ret <16 x i8> %r
}
define <16 x i8> @sdiv_any(<16 x i8> %a, <16 x i8> %b) {
  %r = sdiv <16 x i8> %a, %b
  ret <16 x i8> %r
}
define <16 x i8> @sdiv_c(<16 x i8> %a) {
  %r = sdiv <16 x i8> %a, <i8 2, i8 39, i8 76, i8 13, i8 50, i8 87, i8 24, i8 61, i8 98, i8 35, i8 72, i8 9, i8 46, i8 83, i8 20, i8 57>
  ret <16 x i8> %r
}
define <16 x i8> @urem(<16 x i8> %a, <16 x i8> %b) {
  %small = and <16 x i8> %b, <i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63>
  %c = or <16 x i8> %small, <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1>
  %r = urem <16 x i8> %a, %c
  ret <16 x i8> %r
}
define <16 x i8> @urem_any(<16 x i8> %a, <16 x i8> %b) {
  %r = urem <16 x i8> %a, %b
  ret <16 x i8> %r
}
define <16 x i8> @urem_c(<16 x i8> %a) {
  %r = urem <16 x i8> %a, <i8 2, i8 39, i8 76, i8 13, i8 50, i8 87, i8 24, i8 61, i8 98, i8 35, i8 72, i8 9, i8 46, i8 83, i8 20, i8 57>
  ret <16 x i8> %r
}
define <16 x i8> @srem(<16 x i8> %a, <16 x i8> %b) {
  %small = and <16 x i8> %b, <i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63, i8 63>
  %c = or <16 x i8> %small, <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1>
  %r = srem <16 x i8> %a, %c
  ret <16 x i8> %r
}
define <16 x i8> @srem_any(<16 x i8> %a, <16 x i8> %b) {
  %r = srem <16 x i8> %a, %b
  ret <16 x i8> %r
}
define <16 x i8> @srem_c(<16 x i8> %a) {
  %r = srem <16 x i8> %a, <i8 2, i8 39, i8 76, i8 13, i8 50, i8 87, i8 24, i8 61, i8 98, i8 35, i8 72, i8 9, i8 46, i8 83, i8 20, i8 57>
  ret <16 x i8> %r
}
define <16 x i8> @shl(<16 x i8> %a, <16 x i8> %b) {
  %n = and <16 x i8> %b, <i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7>
  %r = shl <16 x i8> %a, %n
  ret <16 x i8> %r
}
define <16 x i8> @shl_c(<16 x i8> %a) {
  %r = shl <16 x i8> %a, <i8 0, i8 3, i8 6, i8 1, i8 4, i8 7, i8 2, i8 5, i8 0, i8 3, i8 6, i8 1, i8 4, i8 7, i8 2, i8 5>
  ret <16 x i8> %r
}
define <16 x i8> @shl_same(<16 x i8> %a) {
  %r = shl <16 x i8> %a, <i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5>
  ret <16 x i8> %r
}
define <16 x i8> @lshr(<16 x i8> %a, <16 x i8> %b) {
  %n = and <16 x i8> %b, <i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7>
  %r = lshr <16 x i8> %a, %n
  ret <16 x i8> %r
}
define <16 x i8> @lshr_c(<16 x i8> %a) {
  %r = lshr <16 x i8> %a, <i8 0, i8 3, i8 6, i8 1, i8 4, i8 7, i8 2, i8 5, i8 0, i8 3, i8 6, i8 1, i8 4, i8 7, i8 2, i8 5>
  ret <16 x i8> %r
}
define <16 x i8> @lshr_same(<16 x i8> %a) {
  %r = lshr <16 x i8> %a, <i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5>
  ret <16 x i8> %r
}
define <16 x i8> @ashr(<16 x i8> %a, <16 x i8> %b) {
  %n = and <16 x i8> %b, <i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7>
  %r = ashr <16 x i8> %a, %n
  ret <16 x i8> %r
}
define <16 x i8> @ashr_c(<16 x i8> %a) {
  %r = ashr <16 x i8> %a, <i8 0, i8 3, i8 6, i8 1, i8 4, i8 7, i8 2, i8 5, i8 0, i8 3, i8 6, i8 1, i8 4, i8 7, i8 2, i8 5>
  ret <16 x i8> %r
}
define <16 x i8> @ashr_same(<16 x i8> %a) {
  %r = ashr <16 x i8> %a, <i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5, i8 5>
  ret <16 x i8> %r
}
define <16 x i8> @pick(<16 x i8> %a, <16 x i8> %b, i32 %c) {
  %t = trunc i32 %c to i1
  %r = select i1 %t, <16 x i8> %a, <16 x i8> %b
  ret <16 x i8> %r
}
