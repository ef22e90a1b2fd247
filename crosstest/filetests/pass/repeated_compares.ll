; A comparison of what the flags have compared already is not made again.
; recipes: O2 O3
; run: @order(i32 1, i32 2) -> i32 -1
; run: @order(i32 2, i32 2) -> i32 0
; run: @order(i32 -1, i32 2) -> i32 1
; check x8632 x8664 arm32 @order: cmp
; check-not x8632 x8664 arm32 @order: cmp
; run: @bytes(i8 200, i8 100) -> i32 5
; run: @bytes(i8 100, i8 200) -> i32 2
; run: @bytes(i8 7, i8 7) -> i32 0
; run: @changed(i32 3, i32 3) -> i32 1
; run: @changed(i32 3, i32 4) -> i32 2
; run: @changed(i32 4, i32 3) -> i32 0
; run: @blocks(i32 1, i32 2) -> i32 3
; run: @blocks(i32 2, i32 1) -> i32 4
; run: @others(i32 1, i32 2, i32 0) -> i32 3
; run: @others(i32 1, i32 2, i32 9) -> i32 2
define i32 @order(i32 %a, i32 %b) {
  %g = icmp ugt i32 %a, %b
  %z = zext i1 %g to i32
  %l = icmp ult i32 %a, %b
  %s = select i1 %l, i32 -1, i32 %z
  ret i32 %s
}
; With signs and without: other extensions on some architectures.
define i32 @bytes(i8 %a, i8 %b) {
  %g = icmp ugt i8 %a, %b
  %z = zext i1 %g to i32
  %l = icmp slt i8 %a, %b
  %y = zext i1 %l to i32
  %m = icmp ult i8 %a, %b
  %x = zext i1 %m to i32
  %y4 = shl i32 %y, 2
  %x2 = shl i32 %x, 1
  %s = or i32 %z, %y4
  %t = or i32 %s, %x2
  ret i32 %t
}
; What is between changes the flags.
define i32 @changed(i32 %a, i32 %b) {
  %l = icmp ult i32 %a, %b
  %y = zext i1 %l to i32
  %d = sub i32 %a, %b
  %n = icmp eq i32 %d, 0
  %x = zext i1 %n to i32
  %m = icmp ult i32 %a, %b
  %w = zext i1 %m to i32
  %s = add i32 %y, %x
  %t = add i32 %s, %w
  ret i32 %t
}
; And in another block nobody knows.
define i32 @blocks(i32 %a, i32 %b) {
entry:
  %l = icmp ult i32 %a, %b
  br i1 %l, label %less, label %more
less:
  %p = add i32 %a, %b
  br label %end
more:
  %q = shl i32 %a, 1
  br label %end
end:
  %r = phi i32 [ %p, %less ], [ %q, %more ]
  %m = icmp ult i32 %b, %a
  %z = select i1 %m, i32 %r, i32 3
  ret i32 %z
}
define i32 @others(i32 %a, i32 %b, i32 %c) {
  %l = icmp ult i32 %a, %b
  %y = zext i1 %l to i32
  %m = icmp ugt i32 %a, %c
  %x = select i1 %m, i32 2, i32 1
  %s = add i32 %x, %y
  ret i32 %s
}
