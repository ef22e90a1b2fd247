; A switch compares its operand in a register that what it subtracts next is made in: for those that the first comparison sends elsewhere the
; register must be what it was.
; run: @last_kept(i32 127) -> i32 0
; run: @last_kept(i32 1025) -> i32 1
@cell = internal global [4 x i8] zeroinitializer, align 4
@selector = internal global [4 x i8] zeroinitializer, align 4
define i32 @last_kept(i32 %which) {
entry:
  %s = ptrtoint [4 x i8]* @selector to i32
  %sp = inttoptr i32 %s to i32*
  store i32 %which, i32* %sp, align 1
  %c = ptrtoint [4 x i8]* @cell to i32
  %cp = inttoptr i32 %c to i32*
  %selected = load i32* %sp, align 1
  br label %head
again:
  %seen = load i32* %cp, align 1
  %is_kept = icmp eq i32 %seen, 1
  br i1 %is_kept, label %head, label %done
head:
  %kept = phi i32 [ 1, %entry ], [ %kept, %again ], [ 0, %other ]
  %old = load i32* %cp, align 1
  %new = sub i32 %kept, %old
  store i32 %new, i32* %cp, align 1
  switch i32 %selected, label %other [ i32 127, label %again i32 1025, label %done i32 1026, label %done ]
other:
  br label %head
done:
  %last = load i32* %cp, align 1
  ret i32 %last
}
