; The address of an object of the frame that is made again for each of two arguments, as everything else keeps the registers across the calls.
; run: @twice(i32 3) -> i32 240
; run: @twice(i32 0) -> i32 4294967188
@numbers = internal global [48 x i8] c"\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00\05\00\00\00\06\00\00\00\07\00\00\00\08\00\00\00\09\00\00\00\0a\00\00\00\0b\00\00\00\0c\00\00\00", align 4
; What both point at, twice what the first one does where they are the same.
define internal i32 @sum(i32 %a, i32 %b, i32 %c) {
entry:
  %p = inttoptr i32 %a to i32*
  %q = inttoptr i32 %b to i32*
  %v = load i32* %p, align 1
  %w = load i32* %q, align 1
  %s = add i32 %v, %w
  %t = add i32 %s, %c
  ret i32 %t
}
define i32 @twice(i32 %n) {
entry:
  %object = alloca i8, i32 16, align 4
  %address = ptrtoint i8* %object to i32
  %object.i = bitcast i8* %object to i32*
  store i32 %n, i32* %object.i, align 1
  %base = ptrtoint [48 x i8]* @numbers to i32
  %a0 = add i32 %base, 0
  %p0 = inttoptr i32 %a0 to i32*
  %v0 = load i32* %p0, align 1
  %a1 = add i32 %base, 4
  %p1 = inttoptr i32 %a1 to i32*
  %v1 = load i32* %p1, align 1
  %a2 = add i32 %base, 8
  %p2 = inttoptr i32 %a2 to i32*
  %v2 = load i32* %p2, align 1
  %a3 = add i32 %base, 12
  %p3 = inttoptr i32 %a3 to i32*
  %v3 = load i32* %p3, align 1
  %a4 = add i32 %base, 16
  %p4 = inttoptr i32 %a4 to i32*
  %v4 = load i32* %p4, align 1
  %a5 = add i32 %base, 20
  %p5 = inttoptr i32 %a5 to i32*
  %v5 = load i32* %p5, align 1
  %a6 = add i32 %base, 24
  %p6 = inttoptr i32 %a6 to i32*
  %v6 = load i32* %p6, align 1
  %a7 = add i32 %base, 28
  %p7 = inttoptr i32 %a7 to i32*
  %v7 = load i32* %p7, align 1
  %a8 = add i32 %base, 32
  %p8 = inttoptr i32 %a8 to i32*
  %v8 = load i32* %p8, align 1
  %a9 = add i32 %base, 36
  %p9 = inttoptr i32 %a9 to i32*
  %v9 = load i32* %p9, align 1
  %a10 = add i32 %base, 40
  %p10 = inttoptr i32 %a10 to i32*
  %v10 = load i32* %p10, align 1
  %a11 = add i32 %base, 44
  %p11 = inttoptr i32 %a11 to i32*
  %v11 = load i32* %p11, align 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ 0, %entry ], [ %y, %loop ]
  %one = call i32 @sum(i32 %address, i32 %address, i32 %x)
  %m0 = xor i32 %one, %v0
  %l0 = add i32 %m0, %v0
  %m1 = xor i32 %l0, %v1
  %l1 = add i32 %m1, %v1
  %m2 = xor i32 %l1, %v2
  %l2 = add i32 %m2, %v2
  %m3 = xor i32 %l2, %v3
  %l3 = add i32 %m3, %v3
  %m4 = xor i32 %l3, %v4
  %l4 = add i32 %m4, %v4
  %m5 = xor i32 %l4, %v5
  %l5 = add i32 %m5, %v5
  %m6 = xor i32 %l5, %v6
  %l6 = add i32 %m6, %v6
  %m7 = xor i32 %l6, %v7
  %l7 = add i32 %m7, %v7
  %m8 = xor i32 %l7, %v8
  %l8 = add i32 %m8, %v8
  %m9 = xor i32 %l8, %v9
  %l9 = add i32 %m9, %v9
  %m10 = xor i32 %l9, %v10
  %l10 = add i32 %m10, %v10
  %m11 = xor i32 %l10, %v11
  %l11 = add i32 %m11, %v11
  %two = call i32 @sum(i32 %address, i32 %address, i32 %l11)
  %n0 = sub i32 %two, %v0
  %o0 = xor i32 %n0, %v0
  %n1 = sub i32 %o0, %v1
  %o1 = xor i32 %n1, %v1
  %n2 = sub i32 %o1, %v2
  %o2 = xor i32 %n2, %v2
  %n3 = sub i32 %o2, %v3
  %o3 = xor i32 %n3, %v3
  %n4 = sub i32 %o3, %v4
  %o4 = xor i32 %n4, %v4
  %n5 = sub i32 %o4, %v5
  %o5 = xor i32 %n5, %v5
  %n6 = sub i32 %o5, %v6
  %o6 = xor i32 %n6, %v6
  %n7 = sub i32 %o6, %v7
  %o7 = xor i32 %n7, %v7
  %n8 = sub i32 %o7, %v8
  %o8 = xor i32 %n8, %v8
  %n9 = sub i32 %o8, %v9
  %o9 = xor i32 %n9, %v9
  %n10 = sub i32 %o9, %v10
  %o10 = xor i32 %n10, %v10
  %n11 = sub i32 %o10, %v11
  %o11 = xor i32 %n11, %v11
  %y = add i32 %o11, 0
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %done
done:
  ret i32 %y
}
