; Loops of one block that step through objects run several rounds at a time in vectors, where what they store is apart from what they
; load. `-passes=vectorise` does it: here the plain recipes give what the interpreter gives.
; run: @words(i32 1) -> i32 3
; run: @words(i32 3) -> i32 23
; run: @words(i32 4) -> i32 44
; run: @words(i32 5) -> i32 75
; run: @words(i32 8) -> i32 248
; run: @words(i32 9) -> i32 339
; run: @words(i32 17) -> i32 1955
; run: @words(i32 40) -> i32 23000
; run: @copies(i32 9) -> i32 45
; run: @copies(i32 39) -> i32 780
; run: @behind(i32 17) -> i32 17
; run: @behind(i32 33) -> i32 33
; run: @ahead(i32 39) -> i32 819
@a = internal global [160 x i8] zeroinitializer, align 4
@b = internal global [160 x i8] zeroinitializer, align 4
@c = internal global [172 x i8] zeroinitializer, align 1
define i32 @words(i32 %n) {
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
  br i1 %mfa, label %fa, label %fb
fb:
  %ifb = phi i32 [ 0, %fa ], [ %nfb, %fb ]
  %nfb = add i32 %ifb, 1
  %ffb = add i32 %ifb, 1
  %ofb = shl i32 %ifb, 2
  %efb = add i32 %b, %ofb
  %pfb = inttoptr i32 %efb to i32*
  store i32 %ffb, i32* %pfb, align 1
  %mfb = icmp ult i32 %nfb, 40
  br i1 %mfb, label %fb, label %loop
loop:
  %i = phi i32 [ 0, %fb ], [ %next, %loop ]
  %xo = shl i32 %i, 2
  %xe = add i32 %a, %xo
  %xp = inttoptr i32 %xe to i32*
  %yo = shl i32 %i, 2
  %ye = add i32 %b, %yo
  %yp = inttoptr i32 %ye to i32*
  %x = load i32* %xp, align 1
  %y = load i32* %yp, align 1
  %z = mul i32 %x, %y
  %u = add i32 %z, %x
  %k = add i32 %u, 1
  store i32 %k, i32* %xp, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %sum
sum:
  %j = phi i32 [ 0, %loop ], [ %jn, %sum ]
  %s = phi i32 [ 0, %loop ], [ %t, %sum ]
  %jo = shl i32 %j, 2
  %je = add i32 %a, %jo
  %jp = inttoptr i32 %je to i32*
  %v = load i32* %jp, align 1
  %t = add i32 %s, %v
  %jn = add i32 %j, 1
  %jm = icmp ult i32 %jn, %n
  br i1 %jm, label %sum, label %end
end:
  ret i32 %t
}
define i32 @copies(i32 %n) {
entry:
  %a = ptrtoint [160 x i8]* @a to i32
  %c = ptrtoint [172 x i8]* @c to i32
  %cc = add i32 %c, 1
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
  %xo = shl i32 %i, 2
  %xe = add i32 %a, %xo
  %xp = inttoptr i32 %xe to i32*
  %yo = shl i32 %i, 2
  %ye = add i32 %c, %yo
  %yf = add i32 %ye, 1
  %yp = inttoptr i32 %yf to i32*
  %x = load i32* %xp, align 1
  store i32 %x, i32* %yp, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %sum
sum:
  %j = phi i32 [ 0, %loop ], [ %jn, %sum ]
  %s = phi i32 [ 0, %loop ], [ %t, %sum ]
  %jo = shl i32 %j, 2
  %je = add i32 %cc, %jo
  %jp = inttoptr i32 %je to i32*
  %v = load i32* %jp, align 1
  %t = add i32 %s, %v
  %jn = add i32 %j, 1
  %jm = icmp ult i32 %jn, %n
  br i1 %jm, label %sum, label %end
end:
  ret i32 %t
}
define i32 @behind(i32 %n) {
entry:
  %a = ptrtoint [160 x i8]* @a to i32
  %aa = add i32 %a, 4
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
  %xo = shl i32 %i, 2
  %xe = add i32 %a, %xo
  %xp = inttoptr i32 %xe to i32*
  %yo = shl i32 %i, 2
  %ye = add i32 %a, %yo
  %yf = add i32 %ye, 4
  %yp = inttoptr i32 %yf to i32*
  %x = load i32* %xp, align 1
  store i32 %x, i32* %yp, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %sum
sum:
  %j = phi i32 [ 0, %loop ], [ %jn, %sum ]
  %s = phi i32 [ 0, %loop ], [ %t, %sum ]
  %jo = shl i32 %j, 2
  %je = add i32 %aa, %jo
  %jp = inttoptr i32 %je to i32*
  %v = load i32* %jp, align 1
  %t = add i32 %s, %v
  %jn = add i32 %j, 1
  %jm = icmp ult i32 %jn, %n
  br i1 %jm, label %sum, label %end
end:
  ret i32 %t
}
define i32 @ahead(i32 %n) {
entry:
  %a = ptrtoint [160 x i8]* @a to i32
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
  %xo = shl i32 %i, 2
  %xe = add i32 %a, %xo
  %xf = add i32 %xe, 4
  %xp = inttoptr i32 %xf to i32*
  %yo = shl i32 %i, 2
  %ye = add i32 %a, %yo
  %yp = inttoptr i32 %ye to i32*
  %x = load i32* %xp, align 1
  store i32 %x, i32* %yp, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %sum
sum:
  %j = phi i32 [ 0, %loop ], [ %jn, %sum ]
  %s = phi i32 [ 0, %loop ], [ %t, %sum ]
  %jo = shl i32 %j, 2
  %je = add i32 %a, %jo
  %jp = inttoptr i32 %je to i32*
  %v = load i32* %jp, align 1
  %t = add i32 %s, %v
  %jn = add i32 %j, 1
  %jm = icmp ult i32 %jn, %n
  br i1 %jm, label %sum, label %end
end:
  ret i32 %t
}
