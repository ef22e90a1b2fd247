; Comparisons of <4 x i32>, as masks, as numbers, and to select lanes.
; edges: @mask_eq @select_eq @zero_eq @mask_ne @select_ne @zero_ne @mask_ugt @select_ugt @zero_ugt @mask_uge @select_uge @zero_uge @mask_ult @select_ult @zero_ult @mask_ule @select_ule @zero_ule @mask_sgt @select_sgt @zero_sgt @mask_sge @select_sge @zero_sge @mask_slt @select_slt @zero_slt @mask_sle @select_sle @zero_sle

define <4 x i32> @mask_eq(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp eq <4 x i32> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @select_eq(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp eq <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %r
}
define <4 x i32> @zero_eq(<4 x i32> %a) {
  %c = icmp eq <4 x i32> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_ne(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ne <4 x i32> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @select_ne(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ne <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %r
}
define <4 x i32> @zero_ne(<4 x i32> %a) {
  %c = icmp ne <4 x i32> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_ugt(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ugt <4 x i32> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @select_ugt(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ugt <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %r
}
define <4 x i32> @zero_ugt(<4 x i32> %a) {
  %c = icmp ugt <4 x i32> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_uge(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp uge <4 x i32> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @select_uge(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp uge <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %r
}
define <4 x i32> @zero_uge(<4 x i32> %a) {
  %c = icmp uge <4 x i32> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_ult(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ult <4 x i32> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @select_ult(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ult <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %r
}
define <4 x i32> @zero_ult(<4 x i32> %a) {
  %c = icmp ult <4 x i32> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_ule(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ule <4 x i32> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @select_ule(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp ule <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %r
}
define <4 x i32> @zero_ule(<4 x i32> %a) {
  %c = icmp ule <4 x i32> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_sgt(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp sgt <4 x i32> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @select_sgt(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp sgt <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %r
}
define <4 x i32> @zero_sgt(<4 x i32> %a) {
  %c = icmp sgt <4 x i32> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_sge(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp sge <4 x i32> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @select_sge(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp sge <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %r
}
define <4 x i32> @zero_sge(<4 x i32> %a) {
  %c = icmp sge <4 x i32> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_slt(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp slt <4 x i32> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @select_slt(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp slt <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %r
}
define <4 x i32> @zero_slt(<4 x i32> %a) {
  %c = icmp slt <4 x i32> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @mask_sle(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp sle <4 x i32> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
define <4 x i32> @select_sle(<4 x i32> %a, <4 x i32> %b) {
  %c = icmp sle <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %r
}
define <4 x i32> @zero_sle(<4 x i32> %a) {
  %c = icmp sle <4 x i32> %a, zeroinitializer
  %r = zext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}
