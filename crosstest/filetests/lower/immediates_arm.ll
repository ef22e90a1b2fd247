; The last constants that stand in an instruction of ARM's, a byte at every even place, and the first ones that do not.
; recipes: O2
; run: @ret_255(i32 305419896) -> i32 255
; run: @ret_m1073741761(i32 305419896) -> i32 -1073741761
; run: @ret_m268435441(i32 305419896) -> i32 -268435441
; run: @ret_m67108861(i32 305419896) -> i32 -67108861
; run: @ret_m16777216(i32 305419896) -> i32 -16777216
; run: @ret_1069547520(i32 305419896) -> i32 1069547520
; run: @ret_267386880(i32 305419896) -> i32 267386880
; run: @ret_66846720(i32 305419896) -> i32 66846720
; run: @ret_16711680(i32 305419896) -> i32 16711680
; run: @ret_4177920(i32 305419896) -> i32 4177920
; run: @ret_1044480(i32 305419896) -> i32 1044480
; run: @ret_261120(i32 305419896) -> i32 261120
; run: @ret_65280(i32 305419896) -> i32 65280
; run: @ret_16320(i32 305419896) -> i32 16320
; run: @ret_4080(i32 305419896) -> i32 4080
; run: @ret_1020(i32 305419896) -> i32 1020
; run: @ret_510(i32 305419896) -> i32 510
; run: @ret_257(i32 305419896) -> i32 257
; run: @ret_m256(i32 305419896) -> i32 -256
; run: @ret_m66846721(i32 305419896) -> i32 -66846721
; run: @ret_65535(i32 305419896) -> i32 65535
; run: @ret_65537(i32 305419896) -> i32 65537
; run: @add_255(i32 305419896) -> i32 305420151
; run: @add_257(i32 305419896) -> i32 305420153
; run: @add_m255(i32 305419896) -> i32 305419641
; run: @add_1044480(i32 305419896) -> i32 306464376
; run: @and_65535(i32 305419896) -> i32 22136
; run: @and_m256(i32 305419896) -> i32 305419776
; run: @eq_m255(i32 -256) -> i32 0
; run: @eq_m255(i32 -255) -> i32 1
; run: @eq_257(i32 256) -> i32 0
; run: @eq_257(i32 257) -> i32 1
; check-not arm32 @ret_255: movt
; check arm32 @ret_255: mov r
; check-not arm32 @ret_255: movt
; check-not arm32 @ret_m1073741761: movt
; check arm32 @ret_m1073741761: mov r
; check-not arm32 @ret_m1073741761: movt
; check-not arm32 @ret_m268435441: movt
; check arm32 @ret_m268435441: mov r
; check-not arm32 @ret_m268435441: movt
; check-not arm32 @ret_m67108861: movt
; check arm32 @ret_m67108861: mov r
; check-not arm32 @ret_m67108861: movt
; check-not arm32 @ret_m16777216: movt
; check arm32 @ret_m16777216: mov r
; check-not arm32 @ret_m16777216: movt
; check-not arm32 @ret_1069547520: movt
; check arm32 @ret_1069547520: mov r
; check-not arm32 @ret_1069547520: movt
; check-not arm32 @ret_267386880: movt
; check arm32 @ret_267386880: mov r
; check-not arm32 @ret_267386880: movt
; check-not arm32 @ret_66846720: movt
; check arm32 @ret_66846720: mov r
; check-not arm32 @ret_66846720: movt
; check-not arm32 @ret_16711680: movt
; check arm32 @ret_16711680: mov r
; check-not arm32 @ret_16711680: movt
; check-not arm32 @ret_4177920: movt
; check arm32 @ret_4177920: mov r
; check-not arm32 @ret_4177920: movt
; check-not arm32 @ret_1044480: movt
; check arm32 @ret_1044480: mov r
; check-not arm32 @ret_1044480: movt
; check-not arm32 @ret_261120: movt
; check arm32 @ret_261120: mov r
; check-not arm32 @ret_261120: movt
; check-not arm32 @ret_65280: movt
; check arm32 @ret_65280: mov r
; check-not arm32 @ret_65280: movt
; check-not arm32 @ret_16320: movt
; check arm32 @ret_16320: mov r
; check-not arm32 @ret_16320: movt
; check-not arm32 @ret_4080: movt
; check arm32 @ret_4080: mov r
; check-not arm32 @ret_4080: movt
; check-not arm32 @ret_1020: movt
; check arm32 @ret_1020: mov r
; check-not arm32 @ret_1020: movt
; check arm32 @ret_510: movw
; check arm32 @ret_257: movw
; check arm32 @ret_m256: mvn
; check arm32 @ret_m66846721: mvn
; check-not arm32 @ret_65535: movt
; check arm32 @ret_65535: movw
; check-not arm32 @ret_65535: movt
; check arm32 @ret_65537: movt
; check-not arm32 @add_255: mov
; check arm32 @add_255: add
; check-not arm32 @add_255: mov
; check arm32 @add_257: movw
; check-not arm32 @add_m255: mov
; check arm32 @add_m255: sub
; check-not arm32 @add_m255: mov
; check-not arm32 @add_1044480: mov
; check arm32 @add_1044480: add
; check-not arm32 @add_1044480: mov
; check arm32 @and_65535: uxth
; check arm32 @and_m256: bic
; check arm32 @eq_m255: cmn
; check arm32 @eq_257: movw
define i32 @ret_255(i32 %x) {
  ret i32 255
}
define i32 @ret_m1073741761(i32 %x) {
  ret i32 -1073741761
}
define i32 @ret_m268435441(i32 %x) {
  ret i32 -268435441
}
define i32 @ret_m67108861(i32 %x) {
  ret i32 -67108861
}
define i32 @ret_m16777216(i32 %x) {
  ret i32 -16777216
}
define i32 @ret_1069547520(i32 %x) {
  ret i32 1069547520
}
define i32 @ret_267386880(i32 %x) {
  ret i32 267386880
}
define i32 @ret_66846720(i32 %x) {
  ret i32 66846720
}
define i32 @ret_16711680(i32 %x) {
  ret i32 16711680
}
define i32 @ret_4177920(i32 %x) {
  ret i32 4177920
}
define i32 @ret_1044480(i32 %x) {
  ret i32 1044480
}
define i32 @ret_261120(i32 %x) {
  ret i32 261120
}
define i32 @ret_65280(i32 %x) {
  ret i32 65280
}
define i32 @ret_16320(i32 %x) {
  ret i32 16320
}
define i32 @ret_4080(i32 %x) {
  ret i32 4080
}
define i32 @ret_1020(i32 %x) {
  ret i32 1020
}
define i32 @ret_510(i32 %x) {
  ret i32 510
}
define i32 @ret_257(i32 %x) {
  ret i32 257
}
define i32 @ret_m256(i32 %x) {
  ret i32 -256
}
define i32 @ret_m66846721(i32 %x) {
  ret i32 -66846721
}
define i32 @ret_65535(i32 %x) {
  ret i32 65535
}
define i32 @ret_65537(i32 %x) {
  ret i32 65537
}
define i32 @add_255(i32 %x) {
  %r = add i32 %x, 255
  ret i32 %r
}
define i32 @add_257(i32 %x) {
  %r = add i32 %x, 257
  ret i32 %r
}
define i32 @add_m255(i32 %x) {
  %r = add i32 %x, -255
  ret i32 %r
}
define i32 @add_1044480(i32 %x) {
  %r = add i32 %x, 1044480
  ret i32 %r
}
define i32 @and_65535(i32 %x) {
  %r = and i32 %x, 65535
  ret i32 %r
}
define i32 @and_m256(i32 %x) {
  %r = and i32 %x, -256
  ret i32 %r
}
define i32 @eq_m255(i32 %x) {
  %c = icmp eq i32 %x, -255
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @eq_257(i32 %x) {
  %c = icmp eq i32 %x, 257
  %r = zext i1 %c to i32
  ret i32 %r
}
