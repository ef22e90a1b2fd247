; Which functions stand in place of calls of them.
; recipes: O3
; run: @twelve(i32 5, i32 3) -> i32 17887
; check-not arm32 @twelve: bl
; run: @thirteen(i32 5, i32 3) -> i32 89447
; check arm32 @thirteen: bl
; run: @counts(i32 5, i32 3) -> i32 -1
; check-not arm32 @counts: bl
; run: @saves(i32 5, i32 3) -> i32 2
; check arm32 @saves: bl
; run: @object(i32 5, i32 3) -> i32 2
; check arm32 @object: bl
; run: @calls(i32 5, i32 3) -> i32 30675
; check arm32 @calls: bl
; run: @jumps(i32 5, i32 3) -> i32 2
; check arm32 @jumps: bl
@cells = internal global [16 x i8] zeroinitializer, align 4
declare i32 @llvm.ctpop.i32(i32)
declare i8* @llvm.stacksave()
declare void @llvm.stackrestore(i8*)
; Twelve instructions, and thirteen.
define internal i32 @twelve_body(i32 %a, i32 %b) {
entry:
  %x0 = add i32 %a, 7
  %x1 = xor i32 %x0, %b
  %x2 = mul i32 %x1, %a
  %x3 = xor i32 %x2, %a
  %x4 = mul i32 %x3, %b
  %x5 = xor i32 %x4, %a
  %x6 = mul i32 %x5, %a
  %x7 = xor i32 %x6, %b
  %x8 = mul i32 %x7, %a
  %x9 = xor i32 %x8, %a
  %x10 = mul i32 %x9, %b
  %x11 = xor i32 %x10, %a
  ret i32 %x11
}
define i32 @twelve(i32 %a, i32 %b) {
entry:
  %r = call i32 @twelve_body(i32 %a, i32 %b)
  %s = sub i32 %r, %b
  ret i32 %s
}
define internal i32 @thirteen_body(i32 %a, i32 %b) {
entry:
  %x0 = add i32 %a, 7
  %x1 = xor i32 %x0, %b
  %x2 = mul i32 %x1, %a
  %x3 = xor i32 %x2, %a
  %x4 = mul i32 %x3, %b
  %x5 = xor i32 %x4, %a
  %x6 = mul i32 %x5, %a
  %x7 = xor i32 %x6, %b
  %x8 = mul i32 %x7, %a
  %x9 = xor i32 %x8, %a
  %x10 = mul i32 %x9, %b
  %x11 = xor i32 %x10, %a
  %x12 = mul i32 %x11, %a
  ret i32 %x12
}
define i32 @thirteen(i32 %a, i32 %b) {
entry:
  %r = call i32 @thirteen_body(i32 %a, i32 %b)
  %s = sub i32 %r, %b
  ret i32 %s
}
; What an intrinsic computes, but not where it is about the stack.
define internal i32 @counts_body(i32 %a, i32 %b) {
entry:
  %x = call i32 @llvm.ctpop.i32(i32 %a)
  ret i32 %x
}
define i32 @counts(i32 %a, i32 %b) {
entry:
  %r = call i32 @counts_body(i32 %a, i32 %b)
  %s = sub i32 %r, %b
  ret i32 %s
}
define internal i32 @saves_body(i32 %a, i32 %b) {
entry:
  %p = call i8* @llvm.stacksave()
  call void @llvm.stackrestore(i8* %p)
  ret i32 %a
}
define i32 @saves(i32 %a, i32 %b) {
entry:
  %r = call i32 @saves_body(i32 %a, i32 %b)
  %s = sub i32 %r, %b
  ret i32 %s
}
; No stack objects, no calls, and one block.
define internal i32 @object_body(i32 %a, i32 %b) {
entry:
  %s = alloca i8, i32 4, align 4
  %p = bitcast i8* %s to i32*
  store i32 %a, i32* %p, align 1
  %x = load i32* %p, align 1
  ret i32 %x
}
define i32 @object(i32 %a, i32 %b) {
entry:
  %r = call i32 @object_body(i32 %a, i32 %b)
  %s = sub i32 %r, %b
  ret i32 %s
}
define internal i32 @calls_body(i32 %a, i32 %b) {
entry:
  %x = call i32 @thirteen_body(i32 %b, i32 %a)
  ret i32 %x
}
define i32 @calls(i32 %a, i32 %b) {
entry:
  %r = call i32 @calls_body(i32 %a, i32 %b)
  %s = sub i32 %r, %b
  ret i32 %s
}
define internal i32 @jumps_body(i32 %a, i32 %b) {
entry:
  br label %next
next:
  %x = phi i32 [ %a, %entry ]
  ret i32 %x
}
define i32 @jumps(i32 %a, i32 %b) {
entry:
  %r = call i32 @jumps_body(i32 %a, i32 %b)
  %s = sub i32 %r, %b
  ret i32 %s
}
