; Truth values: logic, truncation to one bit, branches, phis and selects of them.
; edges: @and @or @xor @and_trunc @or_trunc @xor_trunc @not @branch_on_and @phi_of_i1 @select_of_i1

define i32 @and(i32 %a, i32 %b) {
  %x = icmp slt i32 %a, 0
  %y = icmp ugt i32 %b, 10
  %r = and i1 %x, %y
  %w = zext i1 %r to i32
  ret i32 %w
}
define i32 @and_trunc(i32 %a, i32 %b) {
  %x = trunc i32 %a to i1
  %y = trunc i32 %b to i1
  %r = and i1 %x, %y
  %w = sext i1 %r to i32
  ret i32 %w
}
define i32 @or(i32 %a, i32 %b) {
  %x = icmp slt i32 %a, 0
  %y = icmp ugt i32 %b, 10
  %r = or i1 %x, %y
  %w = zext i1 %r to i32
  ret i32 %w
}
define i32 @or_trunc(i32 %a, i32 %b) {
  %x = trunc i32 %a to i1
  %y = trunc i32 %b to i1
  %r = or i1 %x, %y
  %w = sext i1 %r to i32
  ret i32 %w
}
define i32 @xor(i32 %a, i32 %b) {
  %x = icmp slt i32 %a, 0
  %y = icmp ugt i32 %b, 10
  %r = xor i1 %x, %y
  %w = zext i1 %r to i32
  ret i32 %w
}
define i32 @xor_trunc(i32 %a, i32 %b) {
  %x = trunc i32 %a to i1
  %y = trunc i32 %b to i1
  %r = xor i1 %x, %y
  %w = sext i1 %r to i32
  ret i32 %w
}
define i64 @not(i64 %a) {
  %x = icmp eq i64 %a, 0
  %r = xor i1 %x, true
  %w = zext i1 %r to i64
  ret i64 %w
}
define i32 @branch_on_and(i32 %a, i32 %b) {
  %x = icmp slt i32 %a, %b
  %y = icmp ne i32 %b, 7
  %r = and i1 %x, %y
  br i1 %r, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @phi_of_i1(i32 %a, i32 %b) {
  %x = icmp slt i32 %a, %b
  br i1 %x, label %left, label %right
left:
  %l = icmp eq i32 %a, -1
  br label %join
right:
  %m = trunc i32 %b to i1
  br label %join
join:
  %p = phi i1 [ %l, %left ], [ %m, %right ]
  %s = select i1 %p, i32 %a, i32 %b
  ret i32 %s
}
define i32 @select_of_i1(i32 %a, i32 %b) {
  %x = icmp slt i32 %a, %b
  %y = icmp eq i32 %a, 1
  %z = icmp ugt i32 %b, 100
  %s = select i1 %x, i1 %y, i1 %z
  %t = select i1 %s, i1 true, i1 %x
  %w = sext i1 %t to i32
  ret i32 %w
}
