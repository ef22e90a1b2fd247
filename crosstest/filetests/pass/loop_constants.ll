; What divisions by constants multiply with, and other constants that selection makes, are set before a loop, once.
; recipes: O3
; run: @remainders(i32 5) -> i32 61
; run: @remainders(i32 0) -> i32 11
; check arm32 @remainders: movw
; check arm32 @remainders: mul
; check-not arm32 @remainders: movw
; check arm32 @remainders: bne
; run: @many(i32 3) -> i32 906966
; run: @called(i32 3) -> i32 19
define i32 @remainders(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %x = mul i32 %i, 1000003
  %y = add i32 %x, 77777
  %r = urem i32 %y, 26
  %more = add i32 %sum, %r
  %next = add i32 %i, -1
  %again = icmp sgt i32 %i, 0
  br i1 %again, label %loop, label %end
end:
  ret i32 %more
}
; Different ones, more than four.
define i32 @many(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 12345, %entry ], [ %f, %loop ]
  %a = mul i32 %sum, 1234577
  %b = udiv i32 %a, 1009
  %c = urem i32 %a, 1013
  %d = udiv i32 %a, 10007
  %e = add i32 %b, %c
  %f = xor i32 %e, %d
  %next = add i32 %i, -1
  %again = icmp sgt i32 %i, 0
  br i1 %again, label %loop, label %end
end:
  ret i32 %f
}
define internal i32 @half(i32 %x) {
  %h = udiv i32 %x, 7
  ret i32 %h
}
; A loop that calls keeps its constants.
define i32 @called(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 7, %entry ], [ %more, %loop ]
  %h = call i32 @half(i32 %sum)
  %r = urem i32 %h, 11
  %s = add i32 %sum, %r
  %more = add i32 %s, %i
  %next = add i32 %i, -1
  %again = icmp sgt i32 %i, 0
  br i1 %again, label %loop, label %end
end:
  ret i32 %more
}
