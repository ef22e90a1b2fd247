; A pointer that begins aligned and steps by words is aligned; one that steps by less, or begins elsewhere, is not.
; recipes: O2 O3
; run: @words(i32 3) -> i32 80
; check mips32 @words: lw
; check-not mips32 @words: lwl
; run: @halves(i32 3) -> i32 6291632
; run: @beside(i32 3) -> i32 4194304
@cells = internal global [12 x i8] c"\10\00\00\00\20\00\00\00\20\00\00\00", align 4
define i32 @words(i32 %n) {
entry:
  %from = ptrtoint [12 x i8]* @cells to i32
  br label %loop
loop:
  %p = phi i32 [ %from, %entry ], [ %next, %loop ]
  %i = phi i32 [ %n, %entry ], [ %left, %loop ]
  %t = phi i32 [ 0, %entry ], [ %u, %loop ]
  %q = inttoptr i32 %p to i32*
  %v = load i32* %q, align 1
  %u = add i32 %t, %v
  %next = add i32 %p, 4
  %left = add i32 %i, -1
  %more = icmp ne i32 %left, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %u
}
define i32 @halves(i32 %n) {
entry:
  %from = ptrtoint [12 x i8]* @cells to i32
  br label %loop
loop:
  %p = phi i32 [ %from, %entry ], [ %next, %loop ]
  %i = phi i32 [ %n, %entry ], [ %left, %loop ]
  %t = phi i32 [ 0, %entry ], [ %u, %loop ]
  %q = inttoptr i32 %p to i32*
  %v = load i32* %q, align 1
  %w = mul i32 %t, 3
  %u = add i32 %w, %v
  %next = add i32 %p, 2
  %left = add i32 %i, -1
  %more = icmp ne i32 %left, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %u
}
define i32 @beside(i32 %n) {
entry:
  %base = ptrtoint [12 x i8]* @cells to i32
  %from = add i32 %base, 2
  br label %loop
loop:
  %p = phi i32 [ %from, %entry ], [ %next, %loop ]
  %i = phi i32 [ %n, %entry ], [ %left, %loop ]
  %t = phi i32 [ 0, %entry ], [ %u, %loop ]
  %q = inttoptr i32 %p to i32*
  %v = load i32* %q, align 1
  %u = add i32 %t, %v
  %next = add i32 %p, 4
  %left = add i32 %i, -2
  %more = icmp sgt i32 %left, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %u
}
