; Where a number takes an instruction of its own, a loop that uses it makes it once, before it starts: one that is stored, or that no
; comparison has a form for.
; recipes: O2
; run: @fill(i32 3) -> i32 117901063
; check arm32 @fill: mov ... #7
; check arm32 @fill: strb
; check-not arm32 @fill: #7
; run: @find(i32 3) -> i32 4097
; check arm32 @find: movw
; check arm32 @find: cmp
; check-not arm32 @find: movw
; check mips32 @find: addiu ... $zero, 0x1001
; check-not mips32 @find: 0x1001
@cells = internal global [8 x i8] zeroinitializer, align 4
define i32 @fill(i32 %n) {
entry:
  %p = ptrtoint [8 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = add i32 %p, %i
  %q = inttoptr i32 %a to i8*
  store i8 7, i8* %q, align 1
  %next = add i32 %i, 1
  %more = icmp ule i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %w = inttoptr i32 %p to i32*
  %r = load i32* %w, align 1
  ret i32 %r
}
define i32 @find(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %next = add i32 %i, 2
  %more = icmp ne i32 %next, 4097
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}
