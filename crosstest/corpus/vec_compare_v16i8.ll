; Comparisons of <16 x i8>, as masks, as numbers, and to select lanes.
; edges: @mask_eq @select_eq @zero_eq @mask_ne @select_ne @zero_ne @mask_ugt @select_ugt @zero_ugt @mask_uge @select_uge @zero_uge @mask_ult @select_ult @zero_ult @mask_ule @select_ule @zero_ule @mask_sgt @select_sgt @zero_sgt @mask_sge @select_sge @zero_sge @mask_slt @select_slt @zero_slt @mask_sle @select_sle @zero_sle

define <16 x i8> @mask_eq(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp eq <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @select_eq(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp eq <16 x i8> %a, %b
  %r = select <16 x i1> %c, <16 x i8> %b, <16 x i8> %a
  ret <16 x i8> %r
}
define <16 x i8> @zero_eq(<16 x i8> %a) {
  %c = icmp eq <16 x i8> %a, zeroinitializer
  %r = zext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @mask_ne(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ne <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @select_ne(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ne <16 x i8> %a, %b
  %r = select <16 x i1> %c, <16 x i8> %b, <16 x i8> %a
  ret <16 x i8> %r
}
define <16 x i8> @zero_ne(<16 x i8> %a) {
  %c = icmp ne <16 x i8> %a, zeroinitializer
  %r = zext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @mask_ugt(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ugt <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @select_ugt(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ugt <16 x i8> %a, %b
  %r = select <16 x i1> %c, <16 x i8> %b, <16 x i8> %a
  ret <16 x i8> %r
}
define <16 x i8> @zero_ugt(<16 x i8> %a) {
  %c = icmp ugt <16 x i8> %a, zeroinitializer
  %r = zext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @mask_uge(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp uge <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @select_uge(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp uge <16 x i8> %a, %b
  %r = select <16 x i1> %c, <16 x i8> %b, <16 x i8> %a
  ret <16 x i8> %r
}
define <16 x i8> @zero_uge(<16 x i8> %a) {
  %c = icmp uge <16 x i8> %a, zeroinitializer
  %r = zext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @mask_ult(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ult <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @select_ult(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ult <16 x i8> %a, %b
  %r = select <16 x i1> %c, <16 x i8> %b, <16 x i8> %a
  ret <16 x i8> %r
}
define <16 x i8> @zero_ult(<16 x i8> %a) {
  %c = icmp ult <16 x i8> %a, zeroinitializer
  %r = zext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @mask_ule(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ule <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @select_ule(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ule <16 x i8> %a, %b
  %r = select <16 x i1> %c, <16 x i8> %b, <16 x i8> %a
  ret <16 x i8> %r
}
define <16 x i8> @zero_ule(<16 x i8> %a) {
  %c = icmp ule <16 x i8> %a, zeroinitializer
  %r = zext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @mask_sgt(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp sgt <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @select_sgt(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp sgt <16 x i8> %a, %b
  %r = select <16 x i1> %c, <16 x i8> %b, <16 x i8> %a
  ret <16 x i8> %r
}
define <16 x i8> @zero_sgt(<16 x i8> %a) {
  %c = icmp sgt <16 x i8> %a, zeroinitializer
  %r = zext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @mask_sge(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp sge <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @select_sge(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp sge <16 x i8> %a, %b
  %r = select <16 x i1> %c, <16 x i8> %b, <16 x i8> %a
  ret <16 x i8> %r
}
define <16 x i8> @zero_sge(<16 x i8> %a) {
  %c = icmp sge <16 x i8> %a, zeroinitializer
  %r = zext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @mask_slt(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp slt <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @select_slt(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp slt <16 x i8> %a, %b
  %r = select <16 x i1> %c, <16 x i8> %b, <16 x i8> %a
  ret <16 x i8> %r
}
define <16 x i8> @zero_slt(<16 x i8> %a) {
  %c = icmp slt <16 x i8> %a, zeroinitializer
  %r = zext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @mask_sle(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp sle <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
define <16 x i8> @select_sle(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp sle <16 x i8> %a, %b
  %r = select <16 x i1> %c, <16 x i8> %b, <16 x i8> %a
  ret <16 x i8> %r
}
define <16 x i8> @zero_sle(<16 x i8> %a) {
  %c = icmp sle <16 x i8> %a, zeroinitializer
  %r = zext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}
