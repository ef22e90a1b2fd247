; What is computed in a register is computed where it stays: in one that survives a call if it lives across one, and not in another first.
; recipes: O2
; run: @kept(i32 5) -> i32 18
; check x8632 @kept: mov e...[cell]
; check-not x8632 @kept: mov ebx, e
; check x8632 @kept: call
; check x8664 @kept: mov e...[cell]
; check-not x8664 @kept: mov e...e
; check x8664 @kept: call
; check arm32 @kept: ldr r
; check-not arm32 @kept: mov r4, r
; check arm32 @kept: bl
; check mips32 @kept: lw $s
; check mips32 @kept: jal
; run: @accumulated(i32 4) -> i32 6
; check x8632 x8664 @accumulated: L0:
; check-not x8632 x8664 @accumulated: mov e
; check x8632 x8664 @accumulated: j
@cell = internal global [4 x i8] c"\0d\00\00\00", align 4
define internal i32 @same(i32 %a) {
  ret i32 %a
}
define i32 @kept(i32 %a) {
  %p = bitcast [4 x i8]* @cell to i32*
  %kept = load i32* %p, align 1
  %b = call i32 @same(i32 %a)
  %r = add i32 %kept, %b
  ret i32 %r
}
define i32 @accumulated(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s2, %loop ]
  %next = add i32 %i, -1
  %s2 = add i32 %s, %next
  %done = icmp eq i32 %next, 0
  br i1 %done, label %end, label %loop
end:
  ret i32 %s2
}
