; What looks like a common subexpression and is none: across stores, in the other branch, with operands swapped.
; run: @load_again(i32 4) -> i32 11
; run: @other_side(i32 6, i32 7) -> i32 42
; run: @other_side(i32 7, i32 6) -> i32 43
; run: @subtractions(i32 7, i32 3) -> i32 -16
; run: @comparisons(i32 7, i32 3) -> i32 2
; run: @digit(i32 1234) -> i32 527
; run: @digit64(i64 123456789012) -> i64 142641927639
; run: @both(i32 -17, i32 5) -> i32 -203
; run: @both(i32 17, i32 0) -> traps
; run: @apart(i32 23, i32 7) -> i32 23
; edges: @digit @digit64

@cell = internal global [4 x i8] zeroinitializer, align 4

; A remainder is what the quotient leaves, whichever of them comes first.
define i32 @digit(i32 %a) {
  %r = urem i32 %a, 10
  %q = udiv i32 %a, 10
  %s = mul i32 %r, 101
  %t = add i32 %q, %s
  ret i32 %t
}
define i64 @digit64(i64 %a) {
  %q = udiv i64 %a, 1000000000
  %r = urem i64 %a, 1000000000
  %s = mul i64 %q, 1000000001
  %t = mul i64 %r, 43
  %u = add i64 %t, %s
  ret i64 %u
}
define i32 @both(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  %r = srem i32 %a, %b
  %s = mul i32 %r, 100
  %t = add i32 %q, %s
  ret i32 %t
}
define i32 @apart(i32 %a, i32 %b) {
entry:
  %r = urem i32 %a, %b
  %c = icmp eq i32 %r, 0
  br i1 %c, label %left, label %right
left:
  ret i32 %r
right:
  %q = udiv i32 %a, %b
  %m = mul i32 %q, %b
  %s = add i32 %m, %r
  ret i32 %s
}

define internal void @set(i32 %v) {
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %v, i32* %p, align 1
  ret void
}
define i32 @load_again(i32 %a) {
  call void @set(i32 3)
  %p = bitcast [4 x i8]* @cell to i32*
  %v = load i32* %p, align 1
  %w = mul i32 %v, 2
  %x = add i32 %w, 2
  store i32 %x, i32* %p, align 1
  %y = load i32* %p, align 1
  %r = add i32 %y, %v
  ret i32 %r
}
define i32 @other_side(i32 %a, i32 %b) {
entry:
  %c = icmp slt i32 %a, %b
  br i1 %c, label %left, label %right
left:
  %x = mul i32 %a, %b
  br label %end
right:
  %y = mul i32 %a, %b
  %z = add i32 %y, 1
  br label %end
end:
  %r = phi i32 [ %x, %left ], [ %z, %right ]
  ret i32 %r
}
define i32 @subtractions(i32 %a, i32 %b) {
  %x = sub i32 %a, %b
  %y = sub i32 %b, %a
  %r = mul i32 %x, %y
  ret i32 %r
}
define i32 @comparisons(i32 %a, i32 %b) {
  %x = icmp slt i32 %a, %b
  %y = icmp slt i32 %b, %a
  %p = zext i1 %x to i32
  %q = select i1 %y, i32 2, i32 0
  %r = or i32 %p, %q
  ret i32 %r
}
