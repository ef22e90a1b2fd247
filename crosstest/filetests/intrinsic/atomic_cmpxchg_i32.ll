; Compare and exchange of 32 bits: stores only if the old value is the expected one, and returns the old one.
; run: @old(i32 1144201745, i32 5) -> i32 1144201745
; run: @old(i32 1144201744, i32 5) -> i32 1144201745
; run: @new(i32 1144201745, i32 5) -> i32 5
; run: @new(i32 1144201744, i32 5) -> i32 1144201745
; check x8632 x8664 @old: lock cmpxchg

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i32 @llvm.nacl.atomic.cmpxchg.i32(i32*, i32, i32, i32, i32)
define i32 @old(i32 %a, i32 %b) {
  %p = bitcast [8 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 %a, i32 %b, i32 6, i32 6)
  ret i32 %r
}
define i32 @new(i32 %a, i32 %b) {
  %p = bitcast [8 x i8]* @cell to i32*
  %r = call i32 @llvm.nacl.atomic.cmpxchg.i32(i32* %p, i32 %a, i32 %b, i32 6, i32 6)
  %n = load i32* %p, align 1
  ret i32 %n
}
