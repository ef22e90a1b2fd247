; A loop whose counter is only added to what the loop leaves alone counts to zero: nothing compares it with its bound.
; recipes: O2
; run: @fill(i32 3) -> i32 2302758
; check x8632 x8664 arm32 @fill: b
; check-not x8632 x8664 arm32 @fill: cmp
; run: @words(i32 2) -> i32 14
; check-not x8632 x8664 arm32 @words: cmp
; run: @read(i32 4) -> i32 6
; check x8632 x8664 arm32 @read: cmp
; run: @afterwards(i32 3) -> i32 3
; run: @behind(i32 5) -> i32 25
; check arm32 @behind: adds
; check-not arm32 @behind: cmp
@cells = internal global [16 x i8] zeroinitializer, align 4
define i32 @fill(i32 %n) {
entry:
  %p = ptrtoint [16 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %t = phi i32 [ 0, %entry ], [ %u, %loop ]
  %a = add i32 %p, %i
  %q = inttoptr i32 %a to i8*
  store i8 35, i8* %q, align 1
  %u = add i32 %t, 1
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %w = inttoptr i32 %p to i32*
  %r = load i32* %w, align 1
  %s = add i32 %r, %u
  ret i32 %s
}
define i32 @words(i32 %n) {
entry:
  %p = ptrtoint [16 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %t = phi i32 [ 0, %entry ], [ %u, %loop ]
  %o = shl i32 %i, 2
  %a = add i32 %p, %o
  %q = inttoptr i32 %a to i32*
  store i32 7, i32* %q, align 1
  %b = load i32* %q, align 1
  %u = add i32 %t, %b
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret i32 %u
}
define i32 @read(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %t = phi i32 [ 0, %entry ], [ %u, %loop ]
  %u = add i32 %t, %i
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %u
}
define i32 @afterwards(i32 %n) {
entry:
  %p = ptrtoint [16 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = add i32 %p, %i
  %q = inttoptr i32 %a to i8*
  store i8 1, i8* %q, align 1
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}
; Behind the loop the counter is the bound.
define i32 @behind(i32 %n) {
entry:
  %p = ptrtoint [16 x i8]* @cells to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = add i32 %p, %i
  %q = inttoptr i32 %a to i8*
  store i8 4, i8* %q, align 1
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %e = phi i32 [ %next, %loop ]
  %b = add i32 %p, 2
  %r = inttoptr i32 %b to i8*
  %v = load i8* %r, align 1
  %w = zext i8 %v to i32
  %s = mul i32 %w, %next
  %t = add i32 %s, %e
  ret i32 %t
}
