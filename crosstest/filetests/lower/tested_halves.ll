; Bits of 64 that are compared with zero, in the lower half, in the upper one, and in both: of one half the other is not looked at.
; edges: @branch_0 @value_0 @other_0
; run: @branch_0(i64 0) -> i32 1
; run: @branch_0(i64 1) -> i32 2
; run: @branch_0(i64 4294967296) -> i32 1
; run: @branch_0(i64 4294967297) -> i32 2
; edges: @branch_1 @value_1 @other_1
; run: @branch_1(i64 0) -> i32 1
; run: @branch_1(i64 1) -> i32 1
; run: @branch_1(i64 4294967296) -> i32 1
; run: @branch_1(i64 4294967297) -> i32 1
; edges: @branch_2 @value_2 @other_2
; run: @branch_2(i64 0) -> i32 1
; run: @branch_2(i64 1) -> i32 2
; run: @branch_2(i64 4294967296) -> i32 1
; run: @branch_2(i64 4294967297) -> i32 2
; edges: @branch_3 @value_3 @other_3
; run: @branch_3(i64 0) -> i32 1
; run: @branch_3(i64 1) -> i32 1
; run: @branch_3(i64 4294967296) -> i32 2
; run: @branch_3(i64 4294967297) -> i32 2
; edges: @branch_4 @value_4 @other_4
; run: @branch_4(i64 0) -> i32 1
; run: @branch_4(i64 -9223372036854775808) -> i32 2
; run: @branch_4(i64 9223372036854775807) -> i32 1
; edges: @branch_5 @value_5 @other_5
; run: @branch_5(i64 0) -> i32 1
; run: @branch_5(i64 1) -> i32 2
; run: @branch_5(i64 4294967296) -> i32 2
; run: @branch_5(i64 4294967297) -> i32 2
; edges: @branch_6 @value_6 @other_6
; run: @branch_6(i64 0) -> i32 1
; run: @branch_6(i64 1) -> i32 2
; run: @branch_6(i64 4294967296) -> i32 2
; run: @branch_6(i64 4294967297) -> i32 2
; edges: @branch_7 @value_7 @other_7
; run: @branch_7(i64 0) -> i32 1
; run: @branch_7(i64 1) -> i32 1
; run: @branch_7(i64 4294967296) -> i32 2
; run: @branch_7(i64 4294967297) -> i32 2
; check x8632/O2 @branch_0: test
; check-not x8632/O2 @branch_0: or
; check x8632/O2 @branch_3: test
; check-not x8632/O2 @branch_3: or
define i32 @branch_0(i64 %x) {
  %m = and i64 %x, 1
  %c = icmp eq i64 %m, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @value_0(i64 %x) {
  %m = and i64 %x, 1
  %c = icmp ne i64 %m, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i64 @other_0(i64 %x) {
  %m = and i64 %x, 1
  %c = icmp eq i64 %m, 0
  %r = select i1 %c, i64 %x, i64 1
  ret i64 %r
}
define i32 @branch_1(i64 %x) {
  %m = and i64 %x, 2147483648
  %c = icmp eq i64 %m, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @value_1(i64 %x) {
  %m = and i64 %x, 2147483648
  %c = icmp ne i64 %m, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i64 @other_1(i64 %x) {
  %m = and i64 %x, 2147483648
  %c = icmp eq i64 %m, 0
  %r = select i1 %c, i64 %x, i64 2147483648
  ret i64 %r
}
define i32 @branch_2(i64 %x) {
  %m = and i64 %x, 4294967295
  %c = icmp eq i64 %m, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @value_2(i64 %x) {
  %m = and i64 %x, 4294967295
  %c = icmp ne i64 %m, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i64 @other_2(i64 %x) {
  %m = and i64 %x, 4294967295
  %c = icmp eq i64 %m, 0
  %r = select i1 %c, i64 %x, i64 4294967295
  ret i64 %r
}
define i32 @branch_3(i64 %x) {
  %m = and i64 %x, 4294967296
  %c = icmp eq i64 %m, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @value_3(i64 %x) {
  %m = and i64 %x, 4294967296
  %c = icmp ne i64 %m, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i64 @other_3(i64 %x) {
  %m = and i64 %x, 4294967296
  %c = icmp eq i64 %m, 0
  %r = select i1 %c, i64 %x, i64 4294967296
  ret i64 %r
}
define i32 @branch_4(i64 %x) {
  %m = and i64 %x, -9223372036854775808
  %c = icmp eq i64 %m, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @value_4(i64 %x) {
  %m = and i64 %x, -9223372036854775808
  %c = icmp ne i64 %m, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i64 @other_4(i64 %x) {
  %m = and i64 %x, -9223372036854775808
  %c = icmp eq i64 %m, 0
  %r = select i1 %c, i64 %x, i64 -9223372036854775808
  ret i64 %r
}
define i32 @branch_5(i64 %x) {
  %m = and i64 %x, 4294967297
  %c = icmp eq i64 %m, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @value_5(i64 %x) {
  %m = and i64 %x, 4294967297
  %c = icmp ne i64 %m, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i64 @other_5(i64 %x) {
  %m = and i64 %x, 4294967297
  %c = icmp eq i64 %m, 0
  %r = select i1 %c, i64 %x, i64 4294967297
  ret i64 %r
}
define i32 @branch_6(i64 %x) {
  %m = and i64 %x, -4294967295
  %c = icmp eq i64 %m, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @value_6(i64 %x) {
  %m = and i64 %x, -4294967295
  %c = icmp ne i64 %m, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i64 @other_6(i64 %x) {
  %m = and i64 %x, -4294967295
  %c = icmp eq i64 %m, 0
  %r = select i1 %c, i64 %x, i64 -4294967295
  ret i64 %r
}
define i32 @branch_7(i64 %x) {
  %m = and i64 %x, 9223372034707292160
  %c = icmp eq i64 %m, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
define i32 @value_7(i64 %x) {
  %m = and i64 %x, 9223372034707292160
  %c = icmp ne i64 %m, 0
  %r = zext i1 %c to i32
  ret i32 %r
}
define i64 @other_7(i64 %x) {
  %m = and i64 %x, 9223372034707292160
  %c = icmp eq i64 %m, 0
  %r = select i1 %c, i64 %x, i64 9223372034707292160
  ret i64 %r
}
