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
; check-not x8664 @word: or eax, 
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
