; The last constants that stand in an instruction of MIPS's, half a word, and the first ones that do not.
; recipes: O2
; run: @ret_257(i32 305419896) -> i32 257
; run: @ret_32767(i32 305419896) -> i32 32767
; run: @ret_32768(i32 305419896) -> i32 32768
; run: @ret_65535(i32 305419896) -> i32 65535
; run: @ret_65537(i32 305419896) -> i32 65537
; run: @ret_305397760(i32 305419896) -> i32 305397760
; run: @ret_m32768(i32 305419896) -> i32 -32768
; run: @ret_m32769(i32 305419896) -> i32 -32769
; run: @add_32767(i32 305419896) -> i32 305452663
; run: @add_32768(i32 305419896) -> i32 305452664
; run: @add_m32768(i32 305419896) -> i32 305387128
; run: @add_m32769(i32 305419896) -> i32 305387127
; run: @and_65535(i32 305419896) -> i32 22136
; run: @and_65536(i32 305419896) -> i32 0
; run: @or_65535(i32 305419896) -> i32 305463295
; run: @or_65536(i32 305419896) -> i32 305485432
; run: @xor_65535(i32 305419896) -> i32 305441159
; run: @xor_98304(i32 305419896) -> i32 305518200
; run: @slt_32767(i32 32766) -> i32 1
; run: @slt_32767(i32 32767) -> i32 0
; run: @slt_32768(i32 32767) -> i32 1
; run: @slt_32768(i32 32768) -> i32 0
; run: @slt_m32768(i32 -32769) -> i32 1
; run: @slt_m32768(i32 -32768) -> i32 0
; run: @slt_m32769(i32 -32770) -> i32 1
; run: @slt_m32769(i32 -32769) -> i32 0
; run: @ult_32767(i32 32766) -> i32 1
; run: @ult_32767(i32 32767) -> i32 0
; run: @ult_32768(i32 32767) -> i32 1
; run: @ult_32768(i32 32768) -> i32 0
; run: @eq_65535(i32 65534) -> i32 0
; run: @eq_65535(i32 65535) -> i32 1
; run: @eq_98304(i32 98303) -> i32 0
; run: @eq_98304(i32 98304) -> i32 1
; check mips32 @ret_257: addiu
; check mips32 @ret_32767: addiu
; check-not mips32 @ret_32768: lui
; check mips32 @ret_32768: ori
; check-not mips32 @ret_32768: lui
; check-not mips32 @ret_65535: lui
; check mips32 @ret_65535: ori
; check-not mips32 @ret_65535: lui
; check mips32 @ret_65537: lui
; check-not mips32 @ret_305397760: ori
; check mips32 @ret_305397760: lui
; check-not mips32 @ret_305397760: ori
; check-not mips32 @ret_m32768: lui
; check mips32 @ret_m32768: addiu
; check-not mips32 @ret_m32768: lui
; check mips32 @ret_m32769: lui
; check-not mips32 @add_32767: ori
; check mips32 @add_32767: addiu
; check-not mips32 @add_32767: ori
; check mips32 @add_32768: ori
; check-not mips32 @add_m32768: lui
; check mips32 @add_m32768: addiu
; check-not mips32 @add_m32768: lui
; check mips32 @add_m32769: lui
; check mips32 @and_65535: andi
; check mips32 @and_65536: lui
; check-not mips32 @or_65535: lui
; check mips32 @or_65535: ori
; check-not mips32 @or_65535: lui
; check mips32 @or_65536: lui
; check mips32 @xor_65535: xori
; check mips32 @xor_98304: lui
; check mips32 @slt_32767: slti
; check mips32 @slt_32768: ori
; check-not mips32 @slt_m32768: lui
; check mips32 @slt_m32768: slti
; check-not mips32 @slt_m32768: lui
; check mips32 @slt_m32769: lui
; check mips32 @ult_32767: sltiu
; check mips32 @ult_32768: ori
; check mips32 @eq_65535: xori
; check mips32 @eq_98304: lui
; run: @low_16(i32 -1) -> i32 -1
; run: @low_16(i32 -65537) -> i32 -1
; check mips32 @low_16: andi
; run: @low_17(i32 -1) -> i32 -1
; run: @low_17(i32 131073) -> i32 1
; check-not mips32 @low_17: andi
; check mips32 @low_17: sll
define i32 @ret_257(i32 %x) {
  ret i32 257
}
define i32 @ret_32767(i32 %x) {
  ret i32 32767
}
define i32 @ret_32768(i32 %x) {
  ret i32 32768
}
define i32 @ret_65535(i32 %x) {
  ret i32 65535
}
define i32 @ret_65537(i32 %x) {
  ret i32 65537
}
define i32 @ret_305397760(i32 %x) {
  ret i32 305397760
}
define i32 @ret_m32768(i32 %x) {
  ret i32 -32768
}
define i32 @ret_m32769(i32 %x) {
  ret i32 -32769
}
define i32 @add_32767(i32 %x) {
  %r = add i32 %x, 32767
  ret i32 %r
}
define i32 @add_32768(i32 %x) {
  %r = add i32 %x, 32768
  ret i32 %r
}
define i32 @add_m32768(i32 %x) {
  %r = add i32 %x, -32768
  ret i32 %r
}
define i32 @add_m32769(i32 %x) {
  %r = add i32 %x, -32769
  ret i32 %r
}
define i32 @and_65535(i32 %x) {
  %r = and i32 %x, 65535
  ret i32 %r
}
define i32 @and_65536(i32 %x) {
  %r = and i32 %x, 65536
  ret i32 %r
}
define i32 @or_65535(i32 %x) {
  %r = or i32 %x, 65535
  ret i32 %r
}
define i32 @or_65536(i32 %x) {
  %r = or i32 %x, 65536
  ret i32 %r
}
define i32 @xor_65535(i32 %x) {
  %r = xor i32 %x, 65535
  ret i32 %r
}
define i32 @xor_98304(i32 %x) {
  %r = xor i32 %x, 98304
  ret i32 %r
}
define i32 @slt_32767(i32 %x) {
  %c = icmp slt i32 %x, 32767
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @slt_32768(i32 %x) {
  %c = icmp slt i32 %x, 32768
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @slt_m32768(i32 %x) {
  %c = icmp slt i32 %x, -32768
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @slt_m32769(i32 %x) {
  %c = icmp slt i32 %x, -32769
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ult_32767(i32 %x) {
  %c = icmp ult i32 %x, 32767
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @ult_32768(i32 %x) {
  %c = icmp ult i32 %x, 32768
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @eq_65535(i32 %x) {
  %c = icmp eq i32 %x, 65535
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @eq_98304(i32 %x) {
  %c = icmp eq i32 %x, 98304
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @low_16(i32 %x) {
  %r = srem i32 %x, 65536
  ret i32 %r
}
define i32 @low_17(i32 %x) {
  %r = srem i32 %x, 131072
  ret i32 %r
}
