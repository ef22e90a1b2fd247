; What an instruction does for another: operations in memory on x86, shifted operands and indices on ARM, branches that compare on MIPS.
; run: @change(i32 0, i32 1) -> i32 6
; run: @change(i32 3, i32 -6) -> i32 2
; run: @change_byte(i32 200) -> i32 94
; run: @keep_order(i32 7) -> i32 14
; run: @reversed(i32 5) -> i32 95
; run: @shifted(i32 1, i32 2) -> i32 17
; run: @difference(i32 3, i32 5) -> i32 -17
; run: @order(i32 8, i32 1) -> i32 0
; run: @order(i32 7, i32 1) -> i32 1
; run: @indexed(i32 2) -> i32 30
; run: @indexed_byte(i32 4) -> i32 20
; run: @sign(i32 -1) -> i32 1
; run: @sign(i32 0) -> i32 2
; run: @positive(i32 0) -> i32 2
; run: @positive(i32 1) -> i32 1
; run: @byte_sign(i32 128) -> i32 1
; run: @byte_sign(i32 127) -> i32 2
; run: @not_less(i32 4, i32 5) -> i32 2
; run: @not_less(i32 5, i32 5) -> i32 1
; run: @floats(double 1.0, double 2.0) -> i32 1
; run: @floats(double 2.0, double 2.0) -> i32 2
; run: @unordered(double 1.0, double 2.0) -> i32 2
; run: @unordered(double 0x7ff8000000000000, double 2.0) -> i32 1
; edges: @shifted @difference @order @sign @positive @byte_sign @not_less @floats @unordered
; check x8632/O2 @change: add dword ptr
; check x8664/O2 @change: add dword ptr
; check x8632/O2 @change_byte: xor byte ptr
; check-not x8632/O2 @keep_order: add dword ptr
; check-not x8632/O2 @reversed: sub dword ptr
; check arm32/O2 @shifted: lsl #3
; check arm32/O2 @difference: sub ... lsl #2
; check arm32/O2 @order: cmp ... lsl #3
; check arm32/O2 @indexed: ldr ... lsl #2]
; check arm32/O2 @indexed_byte: ldrb ... , r
; check mips32/O2 @sign: bgez
; check mips32/O2 @positive: blez
; check mips32/O2 @not_less: slt
; check-not mips32/O2 @not_less: xori
; check mips32/O2 @floats: bc1
; check mips32/O2 @unordered: c.un.d

@words = internal global [16 x i8] c"\0A\00\00\00\14\00\00\00\1E\00\00\00\28\00\00\00", align 4
@scratch = internal global [8 x i8] zeroinitializer, align 4

define i32 @change(i32 %a, i32 %b) {
  %p = ptrtoint [8 x i8]* @scratch to i32
  %q = inttoptr i32 %p to i32*
  store i32 %a, i32* %q, align 1
  %v = load i32* %q, align 1
  %s = add i32 %v, 5
  store i32 %s, i32* %q, align 1
  %w = load i32* %q, align 1
  %t = add i32 %b, %w
  store i32 %t, i32* %q, align 1
  %r = load i32* %q, align 1
  ret i32 %r
}
define i32 @change_byte(i32 %a) {
  %p = ptrtoint [8 x i8]* @scratch to i32
  %p1 = add i32 %p, 1
  %q = inttoptr i32 %p1 to i8*
  %n = trunc i32 %a to i8
  store i8 %n, i8* %q, align 1
  %v = load i8* %q, align 1
  %s = xor i8 %v, -106
  store i8 %s, i8* %q, align 1
  %w = load i8* %q, align 1
  %r = zext i8 %w to i32
  ret i32 %r
}
define i32 @keep_order(i32 %a) {
  %p = ptrtoint [8 x i8]* @scratch to i32
  %q = inttoptr i32 %p to i32*
  store i32 %a, i32* %q, align 1
  %v = load i32* %q, align 1
  store i32 1, i32* %q, align 1
  %s = add i32 %v, %a
  store i32 %s, i32* %q, align 1
  %r = load i32* %q, align 1
  ret i32 %r
}
define i32 @reversed(i32 %a) {
  %p = ptrtoint [8 x i8]* @scratch to i32
  %q = inttoptr i32 %p to i32*
  store i32 %a, i32* %q, align 1
  %v = load i32* %q, align 1
  %s = sub i32 100, %v
  store i32 %s, i32* %q, align 1
  %r = load i32* %q, align 1
  ret i32 %r
}
define i32 @shifted(i32 %a, i32 %b) {
  %s = shl i32 %b, 3
  %r = add i32 %a, %s
  ret i32 %r
}
define i32 @difference(i32 %a, i32 %b) {
  %s = shl i32 %a, 1
  %t = ashr i32 %s, 1
  %u = shl i32 %b, 2
  %v = sub i32 %t, %u
  ret i32 %v
}
define i32 @order(i32 %a, i32 %b) {
  %s = shl i32 %b, 3
  %c = icmp ult i32 %a, %s
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @indexed(i32 %i) {
  %p = ptrtoint [16 x i8]* @words to i32
  %s = shl i32 %i, 2
  %a = add i32 %p, %s
  %q = inttoptr i32 %a to i32*
  %r = load i32* %q, align 1
  ret i32 %r
}
define i32 @indexed_byte(i32 %i) {
  %p = ptrtoint [16 x i8]* @words to i32
  %a = add i32 %p, %i
  %q = inttoptr i32 %a to i8*
  %v = load i8* %q, align 1
  %r = zext i8 %v to i32
  ret i32 %r
}
define i32 @sign(i32 %a) {
  %c = icmp slt i32 %a, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @positive(i32 %a) {
  %c = icmp sgt i32 %a, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @byte_sign(i32 %a) {
  %n = trunc i32 %a to i8
  %c = icmp slt i8 %n, 0
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @not_less(i32 %a, i32 %b) {
  %c = icmp sge i32 %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @floats(double %a, double %b) {
  %c = fcmp olt double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @unordered(double %a, double %b) {
  %c = fcmp uno double %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
