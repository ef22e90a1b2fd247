; Everything that ends a program: division by zero at every width, trap, unreachable, accesses that nothing allows.
; run: @sdiv8(i32 256) -> traps
; run: @sdiv8(i32 1) -> i32 100
; run: @udiv16(i32 65536) -> traps
; run: @srem32(i32 0) -> traps
; run: @urem64(i64 0) -> traps
; run: @urem64(i64 7) -> i64 2
; run: @constant_zero(i32 5) -> traps
; run: @trap() -> traps
; run: @unreachable() -> traps
; run: @read(i32 0) -> traps
; run: @read(i32 -1) -> traps
; run: @read(i32 0x7ffffffc) -> traps
; run: @write(i32 0) -> traps
; run: @write(i32 16) -> traps
; run: @write_double(i32 8) -> traps
; run: @read_vector(i32 32) -> traps
; run: @call(i32 0) -> traps
; run: @call(i32 4) -> traps
; run: @copy_from(i32 0) -> traps
; run: @copy_to(i32 0) -> traps
; run: @after_effects(i32 0) -> traps
; run: @dead_division(i32 0) -> traps
; run: @not_reached(i32 0) -> i32 1
; run: @not_reached(i32 5) -> i32 20
; run: @atomic(i32 0) -> traps

@cell = internal global [8 x i8] zeroinitializer, align 8
declare void @llvm.trap()
declare void @note(i32)
declare void @llvm.memcpy.p0i8.p0i8.i32(i8*, i8*, i32, i32, i1)
declare i32 @llvm.nacl.atomic.rmw.i32(i32, i32*, i32, i32)
define i32 @sdiv8(i32 %a) {
  %n = trunc i32 %a to i8
  %r = sdiv i8 100, %n
  %w = sext i8 %r to i32
  ret i32 %w
}
define i32 @udiv16(i32 %a) {
  %n = trunc i32 %a to i16
  %r = udiv i16 -1, %n
  %w = zext i16 %r to i32
  ret i32 %w
}
define i32 @srem32(i32 %a) {
  %r = srem i32 17, %a
  ret i32 %r
}
define i64 @urem64(i64 %a) {
  %r = urem i64 100, %a
  ret i64 %r
}
define i32 @constant_zero(i32 %a) {
  %r = udiv i32 %a, 0
  ret i32 %r
}
define void @trap() {
  call void @llvm.trap()
  unreachable
}
define void @unreachable() {
  unreachable
}
define i32 @read(i32 %a) {
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
define void @write(i32 %a) {
  %p = inttoptr i32 %a to i32*
  store i32 5, i32* %p, align 1
  ret void
}
define void @write_double(i32 %a) {
  %p = inttoptr i32 %a to double*
  store double 0.5, double* %p, align 8
  ret void
}
define i32 @read_vector(i32 %a) {
  %p = inttoptr i32 %a to <4 x i32>*
  %v = load <4 x i32>* %p, align 4
  %r = extractelement <4 x i32> %v, i32 0
  ret i32 %r
}
define i32 @call(i32 %a) {
  %f = inttoptr i32 %a to i32 (i32)*
  %r = call i32 %f(i32 1)
  ret i32 %r
}
define void @copy_from(i32 %a) {
  %p = inttoptr i32 %a to i8*
  %q = bitcast [8 x i8]* @cell to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %q, i8* %p, i32 4, i32 1, i1 false)
  ret void
}
define void @copy_to(i32 %a) {
  %p = inttoptr i32 %a to i8*
  %q = bitcast [8 x i8]* @cell to i8*
  call void @llvm.memcpy.p0i8.p0i8.i32(i8* %p, i8* %q, i32 4, i32 1, i1 false)
  ret void
}
define i32 @after_effects(i32 %a) {
  call void @note(i32 1)
  %p = bitcast [8 x i8]* @cell to i32*
  store i32 7, i32* %p, align 1
  call void @note(i32 2)
  %r = udiv i32 1, %a
  call void @note(i32 3)
  ret i32 %r
}
define i32 @dead_division(i32 %a) {
  %r = sdiv i32 100, %a
  ret i32 0
}
define i32 @not_reached(i32 %a) {
entry:
  %c = icmp eq i32 %a, 0
  br i1 %c, label %zero, label %divide
zero:
  ret i32 1
divide:
  %r = sdiv i32 100, %a
  ret i32 %r
}
define i32 @atomic(i32 %a) {
  %p = inttoptr i32 %a to i32*
  %r = call i32 @llvm.nacl.atomic.rmw.i32(i32 1, i32* %p, i32 1, i32 6)
  ret i32 %r
}
