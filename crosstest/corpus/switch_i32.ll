; Switches over 32 bits: dense, sparse, at the limits, empty, several cases to one block, inside a loop.
; run: @dense(i32 0) -> i32 100
; run: @dense(i32 1) -> i32 101
; run: @dense(i32 2) -> i32 102
; run: @dense(i32 3) -> i32 103
; run: @dense(i32 4) -> i32 104
; run: @dense(i32 5) -> i32 105
; run: @dense(i32 6) -> i32 106
; run: @dense(i32 7) -> i32 100
; run: @dense(i32 8) -> i32 101
; run: @dense(i32 9) -> i32 -1
; run: @dense(i32 -1) -> i32 -1
; run: @negative(i32 -4) -> i32 100
; run: @negative(i32 -3) -> i32 101
; run: @negative(i32 -2) -> i32 102
; run: @negative(i32 -1) -> i32 103
; run: @negative(i32 0) -> i32 104
; run: @negative(i32 1) -> i32 105
; run: @negative(i32 2) -> i32 106
; run: @negative(i32 3) -> i32 100
; run: @sparse(i32 0) -> i32 100
; run: @sparse(i32 1) -> i32 101
; run: @sparse(i32 7) -> i32 102
; run: @sparse(i32 31) -> i32 103
; run: @sparse(i32 100) -> i32 104
; run: @sparse(i32 65535) -> i32 105
; run: @sparse(i32 2147483647) -> i32 106
; run: @sparse(i32 -2147483648) -> i32 100
; run: @sparse(i32 -1) -> i32 101
; run: @sparse(i32 1000000) -> i32 102
; run: @same_target(i32 1) -> i32 10
; run: @same_target(i32 3) -> i32 20
; run: @in_a_loop(i32 20)
; run: @limits(i32 2147483647) -> i32 101
; edges: @dense @negative @sparse @one @limits @empty @same_target @in_a_loop

define i32 @dense(i32 %a) {
  switch i32 %a, label %default [
    i32 0, label %case0
    i32 1, label %case1
    i32 2, label %case2
    i32 3, label %case3
    i32 4, label %case4
    i32 5, label %case5
    i32 6, label %case6
    i32 7, label %case0
    i32 8, label %case1
  ]
case0:
  ret i32 100
case1:
  ret i32 101
case2:
  ret i32 102
case3:
  ret i32 103
case4:
  ret i32 104
case5:
  ret i32 105
case6:
  ret i32 106
default:
  ret i32 -1
}
define i32 @negative(i32 %a) {
  switch i32 %a, label %default [
    i32 -4, label %case0
    i32 -3, label %case1
    i32 -2, label %case2
    i32 -1, label %case3
    i32 0, label %case4
    i32 1, label %case5
    i32 2, label %case6
    i32 3, label %case0
  ]
case0:
  ret i32 100
case1:
  ret i32 101
case2:
  ret i32 102
case3:
  ret i32 103
case4:
  ret i32 104
case5:
  ret i32 105
case6:
  ret i32 106
default:
  ret i32 -1
}
define i32 @sparse(i32 %a) {
  switch i32 %a, label %default [
    i32 0, label %case0
    i32 1, label %case1
    i32 7, label %case2
    i32 31, label %case3
    i32 100, label %case4
    i32 65535, label %case5
    i32 2147483647, label %case6
    i32 -2147483648, label %case0
    i32 -1, label %case1
    i32 1000000, label %case2
  ]
case0:
  ret i32 100
case1:
  ret i32 101
case2:
  ret i32 102
case3:
  ret i32 103
case4:
  ret i32 104
case5:
  ret i32 105
case6:
  ret i32 106
default:
  ret i32 -1
}
define i32 @one(i32 %a) {
  switch i32 %a, label %default [
    i32 7, label %case0
  ]
case0:
  ret i32 100
default:
  ret i32 -1
}
define i32 @limits(i32 %a) {
  switch i32 %a, label %default [
    i32 -2147483648, label %case0
    i32 2147483647, label %case1
  ]
case0:
  ret i32 100
case1:
  ret i32 101
default:
  ret i32 -1
}
define i32 @empty(i32 %a) {
  switch i32 %a, label %default [
  ]
default:
  ret i32 5
}
define i32 @same_target(i32 %a) {
entry:
  switch i32 %a, label %other [
    i32 1, label %join
    i32 2, label %join
    i32 3, label %other
  ]
other:
  br label %join
join:
  %r = phi i32 [ 10, %entry ], [ 10, %entry ], [ 20, %other ]
  ret i32 %r
}
define i32 @in_a_loop(i32 %n) {
entry:
  %count = and i32 %n, 63
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %added, %latch ]
  %done = icmp eq i32 %i, %count
  br i1 %done, label %end, label %body
body:
  %kind = urem i32 %i, 5
  switch i32 %kind, label %latch [
    i32 0, label %zero
    i32 1, label %one
    i32 3, label %three
  ]
zero:
  br label %latch
one:
  %twice = mul i32 %i, 2
  br label %latch
three:
  %minus = sub i32 0, %i
  br label %latch
latch:
  %add = phi i32 [ 1, %body ], [ 100, %zero ], [ %twice, %one ], [ %minus, %three ]
  %added = add i32 %sum, %add
  %next = add i32 %i, 1
  br label %head
end:
  ret i32 %sum
}
