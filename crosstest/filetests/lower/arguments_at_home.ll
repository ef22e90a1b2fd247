; x86-32: an argument that is read once, by an instruction that takes it from memory, is read where it came, and not loaded at the entry.
; So is one that is only read on one of several ways. In a loop it has a register.
; recipes: O2
; run: @pick(i32 1, i32 -7, i32 9) -> i32 -7
; run: @pick(i32 0, i32 -7, i32 9) -> i32 9
; check x8632 @pick: test byte ptr [esp+4], 1
; check x8632 @pick: cmovne eax, [esp+8]
; run: @sum(i32 3, i32 4, i32 5) -> i32 12
; check x8632 @sum: add eax, [esp+8]
; check x8632 @sum: add eax, [esp+0xc]
; run: @seldom(i32 8, i32 2) -> i32 8
; run: @seldom(i32 0, i32 2) -> i32 -5
; check x8632 @seldom: cmp ...[esp+4], 0
; check x8632 @seldom: j
; check x8632 @seldom: mov e...[esp+8]
; run: @rounds(i32 4, i32 10) -> i32 40
; check x8632 @rounds: mov e...[esp+8]
; check-not x8632 @rounds: add e...[
define i32 @pick(i32 %which, i32 %a, i32 %b) {
  %is = trunc i32 %which to i1
  %r = select i1 %is, i32 %a, i32 %b
  ret i32 %r
}
define i32 @sum(i32 %a, i32 %b, i32 %c) {
  %ab = add i32 %a, %b
  %r = add i32 %ab, %c
  ret i32 %r
}
define i32 @seldom(i32 %a, i32 %b) {
  %zero = icmp eq i32 %a, 0
  br i1 %zero, label %other, label %done
other:
  %m = mul i32 %b, 3
  %s = sub i32 1, %m
  ret i32 %s
done:
  ret i32 %a
}
define i32 @rounds(i32 %n, i32 %step) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %t = add i32 %s, %step
  %next = add i32 %i, -1
  %end = icmp eq i32 %next, 0
  br i1 %end, label %done, label %loop
done:
  ret i32 %t
}
