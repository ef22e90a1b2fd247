; Comparisons of <8 x i16>, as masks, as numbers, and to select lanes.
; edges: @mask_eq @select_eq @zero_eq @mask_ne @select_ne @zero_ne @mask_ugt @select_ugt @zero_ugt @mask_uge @select_uge @zero_uge @mask_ult @select_ult @zero_ult @mask_ule @select_ule @zero_ule @mask_sgt @select_sgt @zero_sgt @mask_sge @select_sge @zero_sge @mask_slt @select_slt @zero_slt @mask_sle @select_sle @zero_sle

define <8 x i16> @mask_eq(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp eq <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @select_eq(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp eq <8 x i16> %a, %b
  %r = select <8 x i1> %c, <8 x i16> %b, <8 x i16> %a
  ret <8 x i16> %r
}
define <8 x i16> @zero_eq(<8 x i16> %a) {
  %c = icmp eq <8 x i16> %a, zeroinitializer
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @mask_ne(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ne <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @select_ne(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ne <8 x i16> %a, %b
  %r = select <8 x i1> %c, <8 x i16> %b, <8 x i16> %a
  ret <8 x i16> %r
}
define <8 x i16> @zero_ne(<8 x i16> %a) {
  %c = icmp ne <8 x i16> %a, zeroinitializer
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @mask_ugt(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ugt <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @select_ugt(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ugt <8 x i16> %a, %b
  %r = select <8 x i1> %c, <8 x i16> %b, <8 x i16> %a
  ret <8 x i16> %r
}
define <8 x i16> @zero_ugt(<8 x i16> %a) {
  %c = icmp ugt <8 x i16> %a, zeroinitializer
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @mask_uge(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp uge <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @select_uge(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp uge <8 x i16> %a, %b
  %r = select <8 x i1> %c, <8 x i16> %b, <8 x i16> %a
  ret <8 x i16> %r
}
define <8 x i16> @zero_uge(<8 x i16> %a) {
  %c = icmp uge <8 x i16> %a, zeroinitializer
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @mask_ult(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ult <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @select_ult(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ult <8 x i16> %a, %b
  %r = select <8 x i1> %c, <8 x i16> %b, <8 x i16> %a
  ret <8 x i16> %r
}
define <8 x i16> @zero_ult(<8 x i16> %a) {
  %c = icmp ult <8 x i16> %a, zeroinitializer
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @mask_ule(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ule <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @select_ule(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ule <8 x i16> %a, %b
  %r = select <8 x i1> %c, <8 x i16> %b, <8 x i16> %a
  ret <8 x i16> %r
}
define <8 x i16> @zero_ule(<8 x i16> %a) {
  %c = icmp ule <8 x i16> %a, zeroinitializer
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @mask_sgt(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp sgt <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @select_sgt(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp sgt <8 x i16> %a, %b
  %r = select <8 x i1> %c, <8 x i16> %b, <8 x i16> %a
  ret <8 x i16> %r
}
define <8 x i16> @zero_sgt(<8 x i16> %a) {
  %c = icmp sgt <8 x i16> %a, zeroinitializer
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @mask_sge(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp sge <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @select_sge(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp sge <8 x i16> %a, %b
  %r = select <8 x i1> %c, <8 x i16> %b, <8 x i16> %a
  ret <8 x i16> %r
}
define <8 x i16> @zero_sge(<8 x i16> %a) {
  %c = icmp sge <8 x i16> %a, zeroinitializer
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @mask_slt(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp slt <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @select_slt(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp slt <8 x i16> %a, %b
  %r = select <8 x i1> %c, <8 x i16> %b, <8 x i16> %a
  ret <8 x i16> %r
}
define <8 x i16> @zero_slt(<8 x i16> %a) {
  %c = icmp slt <8 x i16> %a, zeroinitializer
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @mask_sle(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp sle <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
define <8 x i16> @select_sle(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp sle <8 x i16> %a, %b
  %r = select <8 x i1> %c, <8 x i16> %b, <8 x i16> %a
  ret <8 x i16> %r
}
define <8 x i16> @zero_sle(<8 x i16> %a) {
  %c = icmp sle <8 x i16> %a, zeroinitializer
  %r = zext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}
