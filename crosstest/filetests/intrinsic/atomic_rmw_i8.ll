; Atomic read-modify-write of 8 bits: the old value is returned, the new one stored.
; run: @add(i32 1) -> i32 17
; run: @add_new(i32 1) -> i32 18
; run: @add(i32 -1) -> i32 17
; run: @add_new(i32 -1) -> i32 16
; run: @add(i32 112) -> i32 17
; run: @add_new(i32 112) -> i32 129
; run: @sub(i32 1) -> i32 17
; run: @sub_new(i32 1) -> i32 16
; run: @sub(i32 -1) -> i32 17
; run: @sub_new(i32 -1) -> i32 18
; run: @sub(i32 112) -> i32 17
; run: @sub_new(i32 112) -> i32 161
; run: @or(i32 1) -> i32 17
; run: @or_new(i32 1) -> i32 17
; run: @or(i32 -1) -> i32 17
; run: @or_new(i32 -1) -> i32 255
; run: @or(i32 112) -> i32 17
; run: @or_new(i32 112) -> i32 113
; run: @and(i32 1) -> i32 17
; run: @and_new(i32 1) -> i32 1
; run: @and(i32 -1) -> i32 17
; run: @and_new(i32 -1) -> i32 17
; run: @and(i32 112) -> i32 17
; run: @and_new(i32 112) -> i32 16
; run: @xor(i32 1) -> i32 17
; run: @xor_new(i32 1) -> i32 16
; run: @xor(i32 -1) -> i32 17
; run: @xor_new(i32 -1) -> i32 238
; run: @xor(i32 112) -> i32 17
; run: @xor_new(i32 112) -> i32 97
; run: @exchange(i32 1) -> i32 17
; run: @exchange_new(i32 1) -> i32 1
; run: @exchange(i32 -1) -> i32 17
; run: @exchange_new(i32 -1) -> i32 255
; run: @exchange(i32 112) -> i32 17
; run: @exchange_new(i32 112) -> i32 112

@cell = internal global [8 x i8] c"\11\22\33\44\55\66\77\88", align 8
declare i8 @llvm.nacl.atomic.rmw.i8(i32, i8*, i8, i32)
define i32 @add(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 1, i8* %p, i8 %x, i32 6)
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @add_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %o = call i8 @llvm.nacl.atomic.rmw.i8(i32 1, i8* %p, i8 %x, i32 6)
  %r = load i8* %p, align 1
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @sub(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 2, i8* %p, i8 %x, i32 6)
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @sub_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %o = call i8 @llvm.nacl.atomic.rmw.i8(i32 2, i8* %p, i8 %x, i32 6)
  %r = load i8* %p, align 1
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @or(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 3, i8* %p, i8 %x, i32 6)
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @or_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %o = call i8 @llvm.nacl.atomic.rmw.i8(i32 3, i8* %p, i8 %x, i32 6)
  %r = load i8* %p, align 1
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @and(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 4, i8* %p, i8 %x, i32 6)
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @and_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %o = call i8 @llvm.nacl.atomic.rmw.i8(i32 4, i8* %p, i8 %x, i32 6)
  %r = load i8* %p, align 1
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @xor(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 5, i8* %p, i8 %x, i32 6)
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @xor_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %o = call i8 @llvm.nacl.atomic.rmw.i8(i32 5, i8* %p, i8 %x, i32 6)
  %r = load i8* %p, align 1
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @exchange(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %r = call i8 @llvm.nacl.atomic.rmw.i8(i32 6, i8* %p, i8 %x, i32 6)
  %w = zext i8 %r to i32
  ret i32 %w
}
define i32 @exchange_new(i32 %a) {
  %p = bitcast [8 x i8]* @cell to i8*
  %x = trunc i32 %a to i8
  %o = call i8 @llvm.nacl.atomic.rmw.i8(i32 6, i8* %p, i8 %x, i32 6)
  %r = load i8* %p, align 1
  %w = zext i8 %r to i32
  ret i32 %w
}
