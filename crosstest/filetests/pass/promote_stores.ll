; A place that a loop stores to is a value in it where nobody sees the difference. `-passes=promote-stores` does it: here the plain recipes
; give what the interpreter gives.
; run: @total(i32 5) -> i32 110
; run: @total(i32 0) -> i32 100
; run: @leaves_early(i32 9, i32 4) -> i32 10
; run: @leaves_early(i32 3, i32 4) -> i32 6
; run: @sometimes(i32 6) -> i32 34
; run: @kinds(i32 4) -> i32 150
; run: @swaps(i32 3) -> i32 21
; run: @swaps(i32 4) -> i32 12
@place = internal global [16 x i8] zeroinitializer, align 4
; What a place holds before the loop counts, and a loop that is left by its first round stores.
define i32 @total(i32 %n) {
entry:
  %p = bitcast [16 x i8]* @place to i32*
  store i32 100, i32* %p, align 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = load i32* %p, align 1
  %new = add i32 %old, %i
  store i32 %new, i32* %p, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r = load i32* %p, align 1
  ret i32 %r
}
; Two ways out, to one block that others lead to.
define i32 @leaves_early(i32 %n, i32 %m) {
entry:
  %p = bitcast [16 x i8]* @place to i32*
  store i32 0, i32* %p, align 1
  %none = icmp eq i32 %n, 0
  br i1 %none, label %end, label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %next, %on ]
  %old = load i32* %p, align 1
  %new = add i32 %old, %i
  store i32 %new, i32* %p, align 1
  %enough = icmp eq i32 %i, %m
  br i1 %enough, label %end, label %on
on:
  %next = add i32 %i, 1
  %again = icmp ult i32 %i, %n
  br i1 %again, label %loop, label %end
end:
  %r = load i32* %p, align 1
  ret i32 %r
}
; A store that some rounds come by, after one that all do.
define i32 @sometimes(i32 %n) {
entry:
  %p = bitcast [16 x i8]* @place to i32*
  store i32 7, i32* %p, align 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %old = load i32* %p, align 1
  %new = add i32 %old, 2
  store i32 %new, i32* %p, align 1
  %odd = and i32 %i, 1
  %is_odd = icmp eq i32 %odd, 1
  br i1 %is_odd, label %more, label %join
more:
  %third = load i32* %p, align 1
  %fourth = add i32 %third, 5
  store i32 %fourth, i32* %p, align 1
  br label %join
join:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  %r = load i32* %p, align 1
  ret i32 %r
}
; Bytes, long integers and floating point, of one object.
define i32 @kinds(i32 %n) {
entry:
  %base = ptrtoint [16 x i8]* @place to i32
  %four = add i32 %base, 4
  %twelve = add i32 %base, 12
  %b = inttoptr i32 %base to i8*
  %l = inttoptr i32 %four to i64*
  %f = inttoptr i32 %twelve to float*
  store i8 -6, i8* %b, align 1
  store i64 4294967295, i64* %l, align 1
  store float 1.5, float* %f, align 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = load i8* %b, align 1
  %x2 = add i8 %x, 3
  store i8 %x2, i8* %b, align 1
  %y = load i64* %l, align 1
  %y2 = add i64 %y, 4294967299
  store i64 %y2, i64* %l, align 1
  %z = load float* %f, align 1
  %z2 = fadd float %z, 2.5
  store float %z2, float* %f, align 1
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %rx = load i8* %b, align 1
  %ry = load i64* %l, align 1
  %rz = load float* %f, align 1
  %wx = zext i8 %rx to i32
  %hy = lshr i64 %ry, 32
  %hy32 = trunc i64 %hy to i32
  %ly = trunc i64 %ry to i32
  %wz = fptosi float %rz to i32
  %wz8 = mul i32 %wz, 8
  %s = add i32 %wx, %hy32
  %t = add i32 %s, %ly
  %u = add i32 %t, %wz8
  %v = add i32 %u, 40
  ret i32 %v
}
; Two places that change what they hold.
define i32 @swaps(i32 %n) {
entry:
  %p = bitcast [16 x i8]* @place to i32*
  %base = ptrtoint [16 x i8]* @place to i32
  %four = add i32 %base, 4
  %q = inttoptr i32 %four to i32*
  store i32 1, i32* %p, align 1
  store i32 2, i32* %q, align 1
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = load i32* %p, align 1
  %y = load i32* %q, align 1
  store i32 %y, i32* %p, align 1
  store i32 %x, i32* %q, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %a = load i32* %p, align 1
  %b = load i32* %q, align 1
  %ten = mul i32 %a, 10
  %r = add i32 %ten, %b
  ret i32 %r
}
