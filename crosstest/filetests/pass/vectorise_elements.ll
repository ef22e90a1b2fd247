; Elements of other sizes, sums, and floats in vectors. `-passes=vectorise` does it: here the plain recipes give what the interpreter gives.
; run: @far(i32 35) -> i32 86
; run: @bytes(i32 40) -> i32 172
; run: @bytes(i32 75) -> i32 22
; run: @bytes(i32 129) -> i32 189
; run: @halves(i32 40) -> i32 5740
; run: @total(i32 40, i32 7) -> i32 803
; run: @total(i32 3, i32 7) -> i32 4294967245
; run: @smallest_float(i32 40) -> i32 2
@a = internal global [160 x i8] zeroinitializer, align 4
@b = internal global [160 x i8] zeroinitializer, align 4
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
