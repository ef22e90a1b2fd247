; Stack memory of a constant size outside of the entry block: each time it is another object, and all live until the function returns. A list
; of them is walked: a number and the object before.
; run: @chain(i32 1) -> i32 1
; run: @chain(i32 5) -> i32 54321
; run: @branches(i32 0) -> i32 12
; run: @branches(i32 1) -> i32 21
define i32 @chain(i32 %n) {
entry:
  br label %make
make:
  %i = phi i32 [ 1, %entry ], [ %i1, %make ]
  %before = phi i32 [ 0, %entry ], [ %now, %make ]
  %object = alloca i8, i32 8, align 4
  %now = ptrtoint i8* %object to i32
  %number = inttoptr i32 %now to i32*
  store i32 %i, i32* %number, align 1
  %link.at = add i32 %now, 4
  %link = inttoptr i32 %link.at to i32*
  store i32 %before, i32* %link, align 1
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i, %n
  br i1 %more, label %make, label %walk
walk:
  %at = phi i32 [ %now, %make ], [ %next, %walk ]
  %sum = phi i32 [ 0, %make ], [ %sum2, %walk ]
  %number.p = inttoptr i32 %at to i32*
  %value = load i32, i32* %number.p, align 1
  %tens = mul i32 %sum, 10
  %sum2 = add i32 %tens, %value
  %next.at = add i32 %at, 4
  %next.p = inttoptr i32 %next.at to i32*
  %next = load i32, i32* %next.p, align 1
  %last = icmp eq i32 %next, 0
  br i1 %last, label %done, label %walk
done:
  ret i32 %sum2
}
; One object of the entry block and one of a branch do not share memory.
define i32 @branches(i32 %which) {
entry:
  %first = alloca i8, i32 4, align 4
  %f = bitcast i8* %first to i32*
  store i32 1, i32* %f, align 1
  %c = icmp eq i32 %which, 0
  br i1 %c, label %left, label %right
left:
  %l.object = alloca i8, i32 4, align 4
  %l = bitcast i8* %l.object to i32*
  store i32 2, i32* %l, align 1
  %fl = load i32, i32* %f, align 1
  %ll = load i32, i32* %l, align 1
  %l.tens = mul i32 %fl, 10
  %l.sum = add i32 %l.tens, %ll
  ret i32 %l.sum
right:
  %r.object = alloca i8, i32 4, align 4
  %r = bitcast i8* %r.object to i32*
  store i32 2, i32* %r, align 1
  %fr = load i32, i32* %f, align 1
  %rr = load i32, i32* %r, align 1
  %r.tens = mul i32 %rr, 10
  %r.sum = add i32 %r.tens, %fr
  ret i32 %r.sum
}
