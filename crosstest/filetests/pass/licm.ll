; Loops out of which not everything may move: divisions that trap, loads of what is stored; and an operand that has to move along.
; run: @operand_moves_along(i32 5, i32 3) -> i32 120
; run: @no_trap_before_the_loop(i32 0, i32 0) -> i32 0
; run: @no_trap_before_the_loop(i32 3, i32 0) -> traps
; run: @load_in_loop(i32 5) -> i32 10

@cell = internal global [4 x i8] zeroinitializer, align 4

define internal void @set(i32 %v) {
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %v, i32* %p, align 1
  ret void
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
