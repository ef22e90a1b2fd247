; Addresses of a counter that accesses cannot add up themselves are a pointer that steps.
; recipes: O3
; run: @fields(i32 9) -> i32 35
; check-not arm32 mips32 @fields: mul
; check-not arm32 @fields: lsl
; run: @middle(i32 3) -> i32 20
; run: @escapes(i32 4) -> i32 36
; run: @two(i32 5) -> i32 385
@records = internal global [240 x i8] zeroinitializer, align 4
; Two fields of one record and one of the record three behind: one pointer.
define i32 @fields(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 2, %entry ], [ %next, %loop ]
  %t = phi i32 [ 0, %entry ], [ %u, %loop ]
  %base = ptrtoint [240 x i8]* @records to i32
  %o = mul i32 %i, 20
  %a = add i32 %base, %o
  %p = inttoptr i32 %a to i32*
  %v = load i32* %p, align 1
  %b = add i32 %a, 4
  %q = inttoptr i32 %b to i32*
  %w = load i32* %q, align 1
  %j = add i32 %i, 3
  %k = mul i32 %j, 20
  %l = add i32 %base, %k
  %m = add i32 %l, 4
  %r = inttoptr i32 %m to i32*
  %x = xor i32 %v, %n
  %y = add i32 %w, %i
  store i32 %y, i32* %r, align 1
  %z = inttoptr i32 %l to i32*
  %s = add i32 %x, %y
  store i32 %s, i32* %z, align 1
  %u = add i32 %t, %s
  %next = add i32 %i, 3
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %u
}
; The counter starts anywhere.
define i32 @middle(i32 %from) {
entry:
  %base = ptrtoint [240 x i8]* @records to i32
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 12
  %a = add i32 %base, %o
  %b = add i32 %a, 8
  %p = inttoptr i32 %a to i32*
  %q = inttoptr i32 %b to i32*
  store i32 %i, i32* %p, align 1
  store i32 5, i32* %q, align 1
  %next = add i32 %i, 2
  %more = icmp ult i32 %next, 15
  br i1 %more, label %loop, label %end
end:
  %c = add i32 %base, 164
  %r = inttoptr i32 %c to i32*
  %v = load i32* %r, align 1
  %d = add i32 %base, 36
  %s = inttoptr i32 %d to i32*
  %w = load i32* %s, align 1
  %e = add i32 %base, 44
  %t = inttoptr i32 %e to i32*
  %x = load i32* %t, align 1
  %f = mul i32 %w, %x
  %g = add i32 %f, %v
  ret i32 %g
}
; The last address is used behind the loop.
define i32 @escapes(i32 %n) {
entry:
  %base = ptrtoint [240 x i8]* @records to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %o = mul i32 %i, 12
  %a = add i32 %base, %o
  %b = add i32 %a, 4
  %p = inttoptr i32 %a to i32*
  %q = inttoptr i32 %b to i32*
  store i32 %i, i32* %p, align 1
  store i32 %n, i32* %q, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %d = sub i32 %a, %base
  ret i32 %d
}
; Two counters in one address.
define i32 @two(i32 %n) {
entry:
  %base = ptrtoint [240 x i8]* @records to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %inext, %loop ]
  %j = phi i32 [ 10, %entry ], [ %jnext, %loop ]
  %o = mul i32 %i, 24
  %k = shl i32 %j, 2
  %a = add i32 %base, %o
  %b = add i32 %a, %k
  %p = inttoptr i32 %b to i32*
  store i32 77, i32* %p, align 1
  %inext = add i32 %i, 1
  %jnext = add i32 %j, -1
  %more = icmp ult i32 %inext, %n
  br i1 %more, label %loop, label %end
end:
  %c = add i32 %base, 40
  br label %count
count:
  %x = phi i32 [ 0, %end ], [ %xnext, %count ]
  %t = phi i32 [ 0, %end ], [ %u, %count ]
  %y = mul i32 %x, 20
  %z = add i32 %c, %y
  %q = inttoptr i32 %z to i32*
  %v = load i32* %q, align 1
  %u = add i32 %t, %v
  %xnext = add i32 %x, 1
  %again = icmp ult i32 %xnext, 8
  br i1 %again, label %count, label %done
done:
  ret i32 %u
}
