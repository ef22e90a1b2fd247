; What the passes look for, in the shapes in which a mistake of theirs shows: each function is named for what it is about.
; run: @shift_sum(i32 -5) -> i32 -1
; run: @shift_sum(i32 0x40000000) -> i32 0
; run: @extended_compare(i32 200) -> i32 0
; run: @extended_compare(i32 99) -> i32 1
; run: @negated_select(i32 1, i32 7) -> i32 7
; run: @negated_select(i32 7, i32 1) -> i32 107
; run: @negated_compare(double nan, double 1.0) -> i32 1
; run: @negated_compare(double 2.0, double 1.0) -> i32 0
; run: @folded_shift() -> i32 -16
; run: @signed_division(i32 -20) -> i32 -5
; run: @scaled_offset(i32 1) -> i32 2006
; run: @compare_with_symbol(i32 -1) -> i32 2
; run: @operand_moves_along(i32 5, i32 3) -> i32 120
; run: @no_trap_before_the_loop(i32 0, i32 0) -> i32 0
; run: @no_trap_before_the_loop(i32 3, i32 0) -> traps
; run: @load_in_loop(i32 5) -> i32 10
; run: @dead_load(i32 0) -> traps
; run: @load_past_store(i32 4) -> i32 15
; run: @load_past_call(i32 4) -> i32 13
; run: @load_again(i32 4) -> i32 11
; run: @narrow_sum(i32 200, i32 100) -> i32 44
; run: @narrow_copy(i64 0x500000007) -> i64 14
; run: @other_side(i32 6, i32 7) -> i32 42
; run: @other_side(i32 7, i32 6) -> i32 43
; run: @subtractions(i32 7, i32 3) -> i32 -16
; run: @comparisons(i32 7, i32 3) -> i32 2
; run: @step_and_flags(i32 3) -> i32 6
; run: @empty_block(i32 1) -> i32 11
; run: @empty_block(i32 2) -> i32 22
; run: @minus_one(i32 3) -> i32 12
; run: @unordered(double nan, double 1.0) -> i32 11
; run: @unordered(double 1.0, double 1.0) -> i32 0
; run: @unordered(double 2.0, double 1.0) -> i32 11
; run: @above_half(double 3000000000.0) -> i32 -1294967296
; run: @above_half(double 5.0) -> i32 5
; run: @times_nine(i32 7) -> i32 63
; run: @by_zero(i32 -7) -> i32 -14
; run: @two_objects(i32 3) -> i32 33
; run: @room_for_arguments(i32 40) -> i32 1234
; edges: @shift_sum @extended_compare @negated_select @negated_compare @signed_division @compare_with_symbol @narrow_sum @narrow_copy
; edges: @unordered @times_nine @by_zero @other_side @subtractions @comparisons @low_half @high_word @step_and_flags @empty_block @masked_remainder

@words = internal global [64 x i8] zeroinitializer, align 8
@cell = internal global [4 x i8] zeroinitializer, align 4

define internal void @set(i32 %v) {
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %v, i32* %p, align 1
  ret void
}
define i32 @shift_sum(i32 %a) {
  %x = ashr i32 %a, 20
  %y = ashr i32 %x, 17
  ret i32 %y
}
define i32 @extended_compare(i32 %a) {
  %b = trunc i32 %a to i8
  %x = zext i8 %b to i32
  %c = icmp slt i32 %x, 100
  %r = zext i1 %c to i32
  ret i32 %r
}
define i32 @negated_select(i32 %a, i32 %b) {
  %c = icmp slt i32 %a, %b
  %n = xor i1 %c, true
  %x = add i32 %a, 100
  %s = select i1 %n, i32 %x, i32 %b
  ret i32 %s
}
define i32 @negated_compare(double %a, double %b) {
  %c = fcmp oge double %a, %b
  %n = xor i1 %c, true
  %r = zext i1 %n to i32
  ret i32 %r
}
define i32 @folded_shift() {
  %x = ashr i32 -64, 2
  ret i32 %x
}
define i32 @signed_division(i32 %a) {
  %r = sdiv i32 %a, 4
  ret i32 %r
}
define i32 @masked_remainder(i32 %a) {
  %r = urem i32 %a, 64
  ret i32 %r
}
define i32 @scaled_offset(i32 %a) {
entry:
  %base = ptrtoint [64 x i8]* @words to i32
  %last = add i32 %base, 32
  %p = inttoptr i32 %last to i32*
  store i32 6, i32* %p, align 1
  %second = add i32 %base, 16
  %q = inttoptr i32 %second to i32*
  store i32 2000, i32* %q, align 1
  br label %next
next:
  %i = add i32 %a, 3
  %times4 = shl i32 %i, 2
  %times8 = shl i32 %i, 3
  %x = add i32 %base, %times4
  %y = add i32 %base, %times8
  %px = inttoptr i32 %x to i32*
  %py = inttoptr i32 %y to i32*
  %vx = load i32* %px, align 1
  %vy = load i32* %py, align 1
  %r = add i32 %vx, %vy
  ret i32 %r
}
define i32 @minus_one(i32 %a) {
  %base = ptrtoint [64 x i8]* @words to i32
  %start = add i32 %base, 4
  %p = inttoptr i32 %base to i32*
  store i32 12, i32* %p, align 1
  %i = sub i32 2, %a
  %times4 = shl i32 %i, 2
  %x = add i32 %start, %times4
  %px = inttoptr i32 %x to i32*
  %r = load i32* %px, align 1
  ret i32 %r
}
define i32 @compare_with_symbol(i32 %a) {
  %base = ptrtoint [64 x i8]* @words to i32
  %less = icmp slt i32 %base, %a
  %not = icmp sge i32 %base, %a
  %x = zext i1 %less to i32
  %y = zext i1 %not to i32
  %two = shl i32 %y, 1
  %r = or i32 %x, %two
  ret i32 %r
}
define i32 @operand_moves_along(i32 %a, i32 %n) {
entry:
  %count = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %x = add i32 %a, 3
  %y = mul i32 %x, %a
  %sum = add i32 %s, %y
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret i32 %sum
}
define i32 @no_trap_before_the_loop(i32 %n, i32 %d) {
entry:
  %count = and i32 %n, 15
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %s = phi i32 [ 0, %entry ], [ %sum, %body ]
  %more = icmp ult i32 %i, %count
  br i1 %more, label %body, label %end
body:
  %q = udiv i32 100, %d
  %sum = add i32 %s, %q
  %next = add i32 %i, 1
  br label %head
end:
  ret i32 %s
}
define i32 @load_in_loop(i32 %n) {
entry:
  call void @set(i32 0)
  %p = bitcast [4 x i8]* @cell to i32*
  %count = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %v = load i32* %p, align 1
  %sum = add i32 %s, %v
  %w = add i32 %v, 1
  store i32 %w, i32* %p, align 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret i32 %sum
}
define i32 @dead_load(i32 %a) {
  %p = inttoptr i32 %a to i32*
  %v = load i32* %p, align 1
  ret i32 5
}
define i32 @load_past_store(i32 %a) {
  call void @set(i32 11)
  %p = bitcast [4 x i8]* @cell to i32*
  %v = load i32* %p, align 1
  store i32 100, i32* %p, align 1
  %r = add i32 %a, %v
  ret i32 %r
}
define i32 @load_past_call(i32 %a) {
  call void @set(i32 9)
  %p = bitcast [4 x i8]* @cell to i32*
  %v = load i32* %p, align 1
  call void @set(i32 100)
  %r = add i32 %a, %v
  ret i32 %r
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
define i32 @narrow_sum(i32 %a, i32 %b) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %s = add i8 %x, %y
  %r = zext i8 %s to i32
  ret i32 %r
}
define i64 @narrow_copy(i64 %a) {
  %x = trunc i64 %a to i32
  %y = zext i32 %x to i64
  %z = add i64 %y, %y
  ret i64 %z
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
define i32 @low_half(i32 %a) {
  %x = add i32 %a, 305430528
  %y = xor i32 %x, -2146467840
  ret i32 %y
}
define i32 @high_word(i32 %a) {
  %x = mul i32 %a, 98304
  ret i32 %x
}
define i32 @step_and_flags(i32 %n) {
entry:
  %count = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ -1, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %sum = add i32 %s, %i
  %next = add i32 %i, 1
  %more = icmp slt i32 %i, %count
  br i1 %more, label %loop, label %end
end:
  %r = add i32 %sum, 1
  ret i32 %r
}
define i32 @empty_block(i32 %a) {
entry:
  %c = icmp eq i32 %a, 1
  br i1 %c, label %empty, label %other
empty:
  br label %end
other:
  %x = mul i32 %a, 11
  br label %end
end:
  %r = phi i32 [ 11, %empty ], [ %x, %other ]
  ret i32 %r
}
define i32 @unordered(double %a, double %b) {
  %u = fcmp une double %a, %b
  %g = fcmp ugt double %a, %b
  %x = select i1 %g, i32 1, i32 0
  %y = select i1 %u, i32 10, i32 0
  %r = add i32 %x, %y
  ret i32 %r
}
define i32 @above_half(double %a) {
  %r = fptoui double %a to i32
  ret i32 %r
}
define i32 @times_nine(i32 %a) {
  %r = mul i32 %a, 9
  ret i32 %r
}
define i32 @by_zero(i32 %a) {
  %x = ashr i32 %a, 0
  %y = lshr i32 %a, 0
  %r = add i32 %x, %y
  ret i32 %r
}
define internal void @fill(i32 %p, i32 %n, i32 %v) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = add i32 %p, %i
  %px = inttoptr i32 %x to i32*
  store i32 %v, i32* %px, align 1
  %next = add i32 %i, 4
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define internal i32 @sum(i32 %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %x = add i32 %p, %i
  %px = inttoptr i32 %x to i32*
  %v = load i32* %px, align 1
  %t = add i32 %s, %v
  %next = add i32 %i, 4
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @two_objects(i32 %v) {
  %a = alloca i8, i32 20, align 4
  %b = alloca i8, i32 24, align 4
  %pa = ptrtoint i8* %a to i32
  %pb = ptrtoint i8* %b to i32
  call void @fill(i32 %pa, i32 20, i32 %v)
  call void @fill(i32 %pb, i32 24, i32 1)
  call void @fill(i32 %pa, i32 20, i32 %v)
  %x = call i32 @sum(i32 %pa, i32 20)
  %y = call i32 @sum(i32 %pb, i32 24)
  %z = mul i32 %y, 3
  %r = add i32 %x, %z
  ret i32 %r
}
define internal i32 @ten(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g, i32 %h, i32 %i, i32 %j) {
  %s = add i32 %i, %j
  %r = sub i32 %s, %h
  ret i32 %r
}
define i32 @room_for_arguments(i32 %n) {
  %a = alloca i8, i32 %n, align 4
  %p = ptrtoint i8* %a to i32
  call void @fill(i32 %p, i32 40, i32 123)
  %x = call i32 @ten(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 3)
  %y = call i32 @sum(i32 %p, i32 40)
  %r = add i32 %x, %y
  ret i32 %r
}
