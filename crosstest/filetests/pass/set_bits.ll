; Clear bits that are set: by a sum, which an address takes in. Not where they may be set already, nor where the constant is
; more than an access can add.
; recipes: O2 O3
; run: @word(i32 0) -> i32 67305985
; run: @word(i32 1) -> i32 134678021
; run: @joined(i32 5) -> i32 43
; run: @flipped(i32 5) -> i32 43
; run: @may_be_set(i32 7) -> i32 15
; run: @may_be_set(i32 8) -> i32 15
; run: @masked(i32 255) -> i32 252
; run: @far(i32 1) -> i32 12288
; run: @carried(i32 3) -> i32 0
; run: @carried(i32 6) -> i32 3
; run: @set_twice(i32 4) -> i32 7
; run: @unrolled(i32 8) -> i32 28
; run: @unrolled(i32 4) -> i32 6
; run: @odd_start(i32 3) -> i32 18
; run: @short_step(i32 6) -> i32 20
; run: @kept(i32 5) -> i32 12
; check-not x8664 @word: or eax, 
; check-not x8664 @unrolled: , 3
; check x8664 @odd_start: or
; check x8664 @short_step: or
; check x8664 @joined: lea
; check x8664 @flipped: lea
; check x8664 @may_be_set: or
@bytes = internal global [8 x i8] c"\01\02\03\04\05\06\07\08"

define i32 @word(i32 %i) {
  %b = ptrtoint ptr @bytes to i32
  %s = shl i32 %i, 2
  %p0 = add i32 %b, %s
  %a0 = inttoptr i32 %p0 to ptr
  %v0 = load i8, ptr %a0, align 1
  %s1 = or i32 %s, 1
  %p1 = add i32 %b, %s1
  %a1 = inttoptr i32 %p1 to ptr
  %v1 = load i8, ptr %a1, align 1
  %s2 = or i32 %s, 2
  %p2 = add i32 %b, %s2
  %a2 = inttoptr i32 %p2 to ptr
  %v2 = load i8, ptr %a2, align 1
  %s3 = or i32 %s, 3
  %p3 = add i32 %b, %s3
  %a3 = inttoptr i32 %p3 to ptr
  %v3 = load i8, ptr %a3, align 1
  %w0 = zext i8 %v0 to i32
  %w1 = zext i8 %v1 to i32
  %w2 = zext i8 %v2 to i32
  %w3 = zext i8 %v3 to i32
  %h1 = shl i32 %w1, 8
  %h2 = shl i32 %w2, 16
  %h3 = shl i32 %w3, 24
  %o1 = add i32 %h1, %w0
  %o2 = add i32 %o1, %h2
  %o3 = add i32 %h3, %o2
  ret i32 %o3
}

define i32 @joined(i32 %x) {
  %s = shl i32 %x, 3
  %r = or i32 %s, 3
  ret i32 %r
}

define i32 @flipped(i32 %x) {
  %s = shl i32 %x, 3
  %r = xor i32 %s, 3
  ret i32 %r
}

define i32 @may_be_set(i32 %x) {
  %m = and i32 %x, 12
  %r = or i32 %m, 7
  %s = or i32 %r, 8
  ret i32 %s
}

define i32 @masked(i32 %x) {
  %m = and i32 %x, 248
  %r = or i32 %m, 4
  %s = and i32 %r, 252
  ret i32 %s
}

define i32 @far(i32 %x) {
  %m = shl i32 %x, 13
  %r = or i32 %m, 4096
  ret i32 %r
}

; The sum carries into a bit that the mask takes away.
define i32 @carried(i32 %x) {
  %m = and i32 %x, 3
  %s = add i32 %m, 1
  %r = and i32 %s, 3
  ret i32 %r
}

; The first sum has no carry, so that the second bit is known to be clear, too.
define i32 @set_twice(i32 %x) {
  %m = and i32 %x, 252
  %s = or i32 %m, 1
  %t = xor i32 %s, 2
  ret i32 %t
}

; What a counter that steps by four may have is above its lowest two bits.
define i32 @unrolled(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %t = phi i32 [ 0, %entry ], [ %t4, %loop ]
  %i1 = or i32 %i, 1
  %i2 = or i32 %i, 2
  %i3 = xor i32 %i, 3
  %t1 = add i32 %t, %i
  %t2 = add i32 %t1, %i1
  %t3 = add i32 %t2, %i2
  %t4 = add i32 %t3, %i3
  %j = add i32 %i, 4
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t4
}

; 5 and 9: the first bit of the start stays, and the third is set already.
define i32 @odd_start(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 5, %entry ], [ %j, %loop ]
  %t = phi i32 [ 0, %entry ], [ %t1, %loop ]
  %left = phi i32 [ %n, %entry ], [ %less, %loop ]
  %set = or i32 %i, 5
  %t1 = add i32 %t, %set
  %j = add i32 %i, 4
  %less = add i32 %left, -2
  %more = icmp sgt i32 %less, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %t1
}

; 0, 2, 4, 6: the second bit is set in two of them.
define i32 @short_step(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %t = phi i32 [ 0, %entry ], [ %t1, %loop ]
  %set = or i32 %i, 3
  %t1 = add i32 %t, %set
  %j = add i32 %i, 2
  %more = icmp ule i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t1
}

; A sum of sums that the mask asks for a carry of.
define i32 @kept(i32 %x) {
  %a = and i32 %x, 7
  %b = shl i32 %a, 1
  %s = add i32 %a, %b
  %r = and i32 %s, 28
  ret i32 %r
}
