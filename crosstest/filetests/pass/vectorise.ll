; Loops of one block that step through objects run several rounds at a time in vectors. `-passes=vectorise` does it: here the plain recipes
; give what the interpreter gives.
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
; run: @far(i32 35) -> i32 86
; run: @bytes(i32 40) -> i32 172
; run: @bytes(i32 75) -> i32 22
; run: @bytes(i32 129) -> i32 189
; run: @halves(i32 40) -> i32 5740
; run: @total(i32 40, i32 7) -> i32 803
; run: @total(i32 3, i32 7) -> i32 4294967245
; run: @smallest_float(i32 40) -> i32 2
; run: @counts(i32 40) -> i32 20
; run: @leaves(i32 40) -> i32 40
; run: @reads(i32 39) -> i32 741
; run: @aliased(i32 40) -> i32 40
; run: @constant(i32 16) -> traps
@a = internal global [160 x i8] zeroinitializer, align 4
@b = internal global [160 x i8] zeroinitializer, align 4
@c = internal global [172 x i8] zeroinitializer, align 1
@fixed = internal constant [64 x i8] zeroinitializer, align 4
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
; To an address that is a multiple of nothing.
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
; Each round loads what the one before stored: not in vectors.
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
; Each round loads what the next one stores.
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
; So far ahead that a vector does not reach it.
define i32 @far(i32 %n) {
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
  %xp = inttoptr i32 %xe to i32*
  %yo = shl i32 %i, 2
  %ye = add i32 %a, %yo
  %yf = add i32 %ye, 16
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
; Bytes, of which one more than there is room for would be stored.
define i32 @bytes(i32 %n) {
entry:
  %a = ptrtoint [160 x i8]* @a to i32
  %b = ptrtoint [160 x i8]* @b to i32
  %byte = trunc i32 %n to i8
  br label %fa
fa:
  %ifa = phi i32 [ 0, %entry ], [ %nfa, %fa ]
  %nfa = add i32 %ifa, 1
  %ffa = trunc i32 %nfa to i8
  %ofa = shl i32 %ifa, 0
  %efa = add i32 %a, %ofa
  %pfa = inttoptr i32 %efa to i8*
  store i8 %ffa, i8* %pfa, align 1
  %mfa = icmp ult i32 %nfa, 160
  br i1 %mfa, label %fa, label %loop
loop:
  %i = phi i32 [ 0, %fa ], [ %next, %loop ]
  %xo = shl i32 %i, 0
  %xe = add i32 %a, %xo
  %xp = inttoptr i32 %xe to i8*
  %yo = shl i32 %i, 0
  %ye = add i32 %b, %yo
  %yp = inttoptr i32 %ye to i8*
  %x = load i8* %xp, align 1
  %y = xor i8 %x, %byte
  %z = sub i8 %y, 3
  store i8 %z, i8* %yp, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %sum
sum:
  %j = phi i32 [ 0, %loop ], [ %jn, %sum ]
  %s = phi i8 [ 0, %loop ], [ %t, %sum ]
  %je = add i32 %b, %j
  %jp = inttoptr i32 %je to i8*
  %v = load i8* %jp, align 1
  %t = add i8 %s, %v
  %jn = add i32 %j, 1
  %jm = icmp ult i32 %jn, %n
  br i1 %jm, label %sum, label %end
end:
  %r = zext i8 %t to i32
  ret i32 %r
}
; Halves of words, by a counter of bytes.
define i32 @halves(i32 %n) {
entry:
  %a = ptrtoint [160 x i8]* @a to i32
  %to = shl i32 %n, 1
  br label %fa
fa:
  %ifa = phi i32 [ 0, %entry ], [ %nfa, %fa ]
  %nfa = add i32 %ifa, 1
  %ffa = trunc i32 %nfa to i16
  %ofa = shl i32 %ifa, 1
  %efa = add i32 %a, %ofa
  %pfa = inttoptr i32 %efa to i16*
  store i16 %ffa, i16* %pfa, align 1
  %mfa = icmp ult i32 %nfa, 80
  br i1 %mfa, label %fa, label %loop
loop:
  %i = phi i32 [ 0, %fa ], [ %next, %loop ]
  %s = phi i16 [ 0, %fa ], [ %t, %loop ]
  %e = add i32 %a, %i
  %p = inttoptr i32 %e to i16*
  %x = load i16* %p, align 1
  %y = mul i16 %x, 7
  %t = add i16 %s, %y
  %next = add i32 %i, 2
  %more = icmp slt i32 %next, %to
  br i1 %more, label %loop, label %end
end:
  %r = zext i16 %t to i32
  ret i32 %r
}
; Sums of three kinds, one of which takes away.
define i32 @total(i32 %n, i32 %m) {
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
  %s = phi i32 [ %m, %fa ], [ %t, %loop ]
  %d = phi i32 [ 0, %fa ], [ %g, %loop ]
  %o = phi i32 [ -1, %fa ], [ %q, %loop ]
  %xo = shl i32 %i, 2
  %xe = add i32 %a, %xo
  %xp = inttoptr i32 %xe to i32*
  %x = load i32* %xp, align 1
  %t = xor i32 %s, %x
  %g = sub i32 %d, %x
  %h = or i32 %x, 64
  %q = and i32 %o, %h
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %u = sub i32 %t, %g
  %v = and i32 %q, 1
  %w = sub i32 %u, %v
  %qq = and i32 %q, 64
  %ww = sub i32 %w, %qq
  ret i32 %ww
}
; Floats that are no more than denormal stay what they are.
define i32 @smallest_float(i32 %n) {
entry:
  %a = ptrtoint [160 x i8]* @a to i32
  %b = ptrtoint [160 x i8]* @b to i32
  br label %fa
fa:
  %ifa = phi i32 [ 0, %entry ], [ %nfa, %fa ]
  %nfa = add i32 %ifa, 1
  %ofa = shl i32 %ifa, 2
  %efa = add i32 %a, %ofa
  %pfa = inttoptr i32 %efa to i32*
  store i32 1, i32* %pfa, align 1
  %mfa = icmp ult i32 %nfa, 40
  br i1 %mfa, label %fa, label %loop
loop:
  %i = phi i32 [ 0, %fa ], [ %next, %loop ]
  %xo = shl i32 %i, 2
  %xe = add i32 %a, %xo
  %xp = inttoptr i32 %xe to float*
  %yo = shl i32 %i, 2
  %ye = add i32 %b, %yo
  %yp = inttoptr i32 %ye to float*
  %x = load float* %xp, align 4
  %y = fadd float %x, %x
  store float %y, float* %yp, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %p = inttoptr i32 %b to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
; Comparisons, counted, and a choice.
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
; An exit that no constant tells, and what counters are behind it.
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
; Through a pointer that nobody knows: what only loads may do so.
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
; What is stored to is constant.
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
; A pointer that nobody knows is the object, a word further on.
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
