; Compare and exchange of 8 bits: stores only if the old value is the expected one, and returns the old one.
; run: @old(i32 17, i32 5) -> i32 17
; run: @old(i32 16, i32 5) -> i32 17
; run: @new(i32 17, i32 5) -> i32 5
; run: @new(i32 16, i32 5) -> i32 17

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i8 @llvm.nacl.atomic.cmpxchg.i8(i8*, i8, i8, i32, i32)
define i32 @old(i32 %a, i32 %b) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %r = call i8 @llvm.nacl.atomic.cmpxchg.i8(i8* %p, i8 %x, i8 %y, i32 6, i32 6)
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @new(i32 %a, i32 %b) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %r = call i8 @llvm.nacl.atomic.cmpxchg.i8(i8* %p, i8 %x, i8 %y, i32 6, i32 6)
  %n = load i8* %p, align 1
  %w = zext i8 %n to i32
  ret i32 %w
}
