; Loops that are not vectorised, or whose vectors have to be something else. `-passes=vectorise`: here the plain recipes give what the
; interpreter gives.
; run: @counts(i32 40) -> i32 20
; run: @leaves(i32 40) -> i32 40
; run: @reads(i32 39) -> i32 741
; run: @aliased(i32 40) -> i32 40
; run: @constant(i32 16) -> traps
@a = internal global [160 x i8] zeroinitializer, align 4
@b = internal global [160 x i8] zeroinitializer, align 4
@fixed = internal constant [64 x i8] zeroinitializer, align 4
define i32 @counts(i32 %n) {
entry:
  %a = ptrtoint [160 x i8]* @a to i32
  %b = ptrtoint [160 x i8]* @b to i32
  br label %fa
fa:
  %ifa = phi i32 [ 0, %entry ], [ %nfa, %fa ]
  %nfa = add i32 %ifa, 1
  %ffa = add i32 %ifa, 1
  %ofa = shl i32 %ifa, 2
  %efa = add i32 %a, %ofa
  %pfa = inttoptr i32 %efa to i32*
  store i32 %ffa, i32* %pfa, align 1
  %mfa = icmp ult i32 %nfa, 40
  br i1 %mfa, label %fa, label %loop
loop:
  %i = phi i32 [ 0, %fa ], [ %next, %loop ]
  %s = phi i32 [ 0, %fa ], [ %t, %loop ]
  %xo = shl i32 %i, 2
  %xe = add i32 %a, %xo
  %xp = inttoptr i32 %xe to i32*
  %yo = shl i32 %i, 2
  %ye = add i32 %b, %yo
  %yp = inttoptr i32 %ye to i32*
  %x = load i32* %xp, align 1
  %odd = and i32 %x, 1
  %is = icmp eq i32 %odd, 0
  %z = zext i1 %is to i32
  %k = select i1 %is, i32 %x, i32 %n
  store i32 %k, i32* %yp, align 1
  %t = add i32 %s, %z
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @leaves(i32 %n) {
entry:
  %a = ptrtoint [160 x i8]* @a to i32
  %from = sub i32 0, %n
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %next, %loop ]
  %q = phi i32 [ %a, %entry ], [ %qn, %loop ]
  %p = inttoptr i32 %q to i32*
  store i32 %n, i32* %p, align 1
  %qn = add i32 %q, 4
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  %d = sub i32 %qn, %a
  %r = lshr i32 %d, 2
  ret i32 %r
}
define i32 @reads(i32 %n) {
entry:
  %a = ptrtoint [160 x i8]* @a to i32
  %at = call i32 @same(i32 %a)
  br label %fa
fa:
  %ifa = phi i32 [ 0, %entry ], [ %nfa, %fa ]
  %nfa = add i32 %ifa, 1
  %ffa = add i32 %ifa, 1
  %ofa = shl i32 %ifa, 2
  %efa = add i32 %a, %ofa
  %pfa = inttoptr i32 %efa to i32*
  store i32 %ffa, i32* %pfa, align 1
  %mfa = icmp ult i32 %nfa, 40
  br i1 %mfa, label %fa, label %loop
loop:
  %i = phi i32 [ 0, %fa ], [ %next, %loop ]
  %s = phi i32 [ 0, %fa ], [ %t, %loop ]
  %xo = shl i32 %i, 2
  %xe = add i32 %at, %xo
  %xp = inttoptr i32 %xe to i32*
  %x = load i32* %xp, align 1
  %y = sub i32 %x, 1
  %t = add i32 %s, %y
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @same(i32 %x) {
entry:
  ret i32 %x
}
define i32 @constant(i32 %n) {
entry:
  %fixed = ptrtoint [64 x i8]* @fixed to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %xo = shl i32 %i, 2
  %xe = add i32 %fixed, %xo
  %xp = inttoptr i32 %xe to i32*
  store i32 %n, i32* %xp, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %n
}
define i32 @aliased(i32 %n) {
entry:
  %a = ptrtoint [160 x i8]* @a to i32
  %at = call i32 @same(i32 %a)
  br label %fa
fa:
  %ifa = phi i32 [ 0, %entry ], [ %nfa, %fa ]
  %nfa = add i32 %ifa, 1
  %ofa = shl i32 %ifa, 2
  %efa = add i32 %a, %ofa
  %pfa = inttoptr i32 %efa to i32*
  store i32 %nfa, i32* %pfa, align 1
  %mfa = icmp ult i32 %nfa, 40
  br i1 %mfa, label %fa, label %loop
loop:
  %i = phi i32 [ 0, %fa ], [ %next, %loop ]
  %o = shl i32 %i, 2
  %x = add i32 %a, %o
  %y = add i32 %at, %o
  %z = add i32 %y, 4
  %xp = inttoptr i32 %x to i32*
  %zp = inttoptr i32 %z to i32*
  %v = load i32* %xp, align 1
  store i32 %v, i32* %zp, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 39
  br i1 %more, label %loop, label %sum
sum:
  %j = phi i32 [ 0, %loop ], [ %jn, %sum ]
  %s = phi i32 [ 0, %loop ], [ %t, %sum ]
  %jo = shl i32 %j, 2
  %je = add i32 %a, %jo
  %jp = inttoptr i32 %je to i32*
  %w = load i32* %jp, align 1
  %t = add i32 %s, %w
  %jn = add i32 %j, 1
  %jm = icmp ult i32 %jn, %n
  br i1 %jm, label %sum, label %end
end:
  ret i32 %t
}
