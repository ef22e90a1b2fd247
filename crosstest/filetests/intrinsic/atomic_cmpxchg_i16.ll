; Compare and exchange of 16 bits: stores only if the old value is the expected one, and returns the old one.
; run: @old(i32 8721, i32 5) -> i32 8721
; run: @old(i32 8720, i32 5) -> i32 8721
; run: @new(i32 8721, i32 5) -> i32 5
; run: @new(i32 8720, i32 5) -> i32 8721

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i16 @llvm.nacl.atomic.cmpxchg.i16(i16*, i16, i16, i32, i32)
define i32 @old(i32 %a, i32 %b) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %r = call i16 @llvm.nacl.atomic.cmpxchg.i16(i16* %p, i16 %x, i16 %y, i32 6, i32 6)
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @new(i32 %a, i32 %b) {
  %p = bitcast [8 x i8]* @cell to i16*
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %r = call i16 @llvm.nacl.atomic.cmpxchg.i16(i16* %p, i16 %x, i16 %y, i32 6, i32 6)
  %n = load i16* %p, align 1
  %w = zext i16 %n to i32
  ret i32 %w
}
