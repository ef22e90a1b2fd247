; Where a number takes an instruction of its own, a loop that uses it makes it once, before it starts: one that is stored, or that no
; comparison has a form for. Where it is stored twice near to each other, it is made once in any block.
; recipes: O2
; run: @fill(i32 3) -> i32 117901063
; check arm32 @fill: mov ... #7
; check arm32 @fill: strb
; check-not arm32 @fill: #7
; run: @find(i32 3) -> i32 4097
; check arm32 @find: movw
; check arm32 @find: cmp
; check-not arm32 @find: movw
; run: @two(i32 0) -> i32 4098
; check mips32 @find: addiu ... $zero, 0x1001
; check-not mips32 @find: 0x1001
; run: @stored() -> i32 14
; check arm32 mips32 @stored: 7
; check-not arm32 mips32 @stored: , 7
; check-not arm32 @stored: #7
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
  %odd = or i32 %next, 1
  %more = icmp ne i32 %odd, 4097
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}
@words = internal global [4 x i32] zeroinitializer, align 4
define i32 @two(i32 %n) {
entry:
  %p = ptrtoint [4 x i32]* @words to i32
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %a = add i32 %p, %i
  %q = inttoptr i32 %a to i32*
  store i32 1, i32* %q, align 1
  %b = add i32 %a, 4
  %t = inttoptr i32 %b to i32*
  store i32 4097, i32* %t, align 1
  %next = add i32 %i, 8
  %more = icmp ult i32 %next, 16
  br i1 %more, label %loop, label %end
end:
  %first = inttoptr i32 %p to i32*
  %x = load i32* %first, align 1
  %second = add i32 %p, 4
  %s = inttoptr i32 %second to i32*
  %y = load i32* %s, align 1
  %r = add i32 %x, %y
  ret i32 %r
}
define i32 @stored() {
  %p = ptrtoint [4 x i32]* @words to i32
  %first = inttoptr i32 %p to i32*
  store i32 7, i32* %first, align 1
  %b = add i32 %p, 4
  %second = inttoptr i32 %b to i32*
  store i32 7, i32* %second, align 1
  %x = load i32* %first, align 1
  %y = load i32* %second, align 1
  %r = add i32 %x, %y
  ret i32 %r
}
