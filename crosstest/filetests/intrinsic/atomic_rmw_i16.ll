; Atomic read-modify-write of 16 bits: the old value is returned, the new one stored.
; run: @add(i32 1) -> i32 8721
; run: @add_new(i32 1) -> i32 8722
; run: @add(i32 -1) -> i32 8721
; run: @add_new(i32 -1) -> i32 8720
; run: @add(i32 112) -> i32 8721
; run: @add_new(i32 112) -> i32 8833
; run: @sub(i32 1) -> i32 8721
; run: @sub_new(i32 1) -> i32 8720
; run: @sub(i32 -1) -> i32 8721
; run: @sub_new(i32 -1) -> i32 8722
; run: @sub(i32 112) -> i32 8721
; run: @sub_new(i32 112) -> i32 8609
; run: @or(i32 1) -> i32 8721
; run: @or_new(i32 1) -> i32 8721
; run: @or(i32 -1) -> i32 8721
; run: @or_new(i32 -1) -> i32 65535
; run: @or(i32 112) -> i32 8721
; run: @or_new(i32 112) -> i32 8817
; run: @and(i32 1) -> i32 8721
; run: @and_new(i32 1) -> i32 1
; run: @and(i32 -1) -> i32 8721
; run: @and_new(i32 -1) -> i32 8721
; run: @and(i32 112) -> i32 8721
; run: @and_new(i32 112) -> i32 16
; run: @xor(i32 1) -> i32 8721
; run: @xor_new(i32 1) -> i32 8720
; run: @xor(i32 -1) -> i32 8721
; run: @xor_new(i32 -1) -> i32 56814
; run: @xor(i32 112) -> i32 8721
; run: @xor_new(i32 112) -> i32 8801
; run: @exchange(i32 1) -> i32 8721
; run: @exchange_new(i32 1) -> i32 1
; run: @exchange(i32 -1) -> i32 8721
; run: @exchange_new(i32 -1) -> i32 65535
; run: @exchange(i32 112) -> i32 8721
; run: @exchange_new(i32 112) -> i32 112

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i16 @llvm.nacl.atomic.rmw.i16(i32, i16*, i16, i32)
define i32 @add(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 1, i16* %p, i16 %x, i32 6)
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @add_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %o = call i16 @llvm.nacl.atomic.rmw.i16(i32 1, i16* %p, i16 %x, i32 6)
  %r = load i16* %p, align 1
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @sub(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 2, i16* %p, i16 %x, i32 6)
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @sub_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %o = call i16 @llvm.nacl.atomic.rmw.i16(i32 2, i16* %p, i16 %x, i32 6)
  %r = load i16* %p, align 1
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @or(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 3, i16* %p, i16 %x, i32 6)
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @or_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %o = call i16 @llvm.nacl.atomic.rmw.i16(i32 3, i16* %p, i16 %x, i32 6)
  %r = load i16* %p, align 1
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @and(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 4, i16* %p, i16 %x, i32 6)
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @and_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %o = call i16 @llvm.nacl.atomic.rmw.i16(i32 4, i16* %p, i16 %x, i32 6)
  %r = load i16* %p, align 1
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @xor(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 5, i16* %p, i16 %x, i32 6)
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @xor_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %o = call i16 @llvm.nacl.atomic.rmw.i16(i32 5, i16* %p, i16 %x, i32 6)
  %r = load i16* %p, align 1
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @exchange(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %r = call i16 @llvm.nacl.atomic.rmw.i16(i32 6, i16* %p, i16 %x, i32 6)
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @exchange_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %o = call i16 @llvm.nacl.atomic.rmw.i16(i32 6, i16* %p, i16 %x, i32 6)
  %r = load i16* %p, align 1
  %w = zext i16 %r to i32
  ret i32 %w
}
