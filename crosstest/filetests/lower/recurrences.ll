; A product that the next round of a loop waits for is made of shifts and sums on x86, and others are not.
; run: @hash(i32 1, i32 5) -> i32 37952874
; check-not x8632/O2 x8664/O2 @hash: imul
define i32 @hash(i32 %start, i32 %n) {
entry:
  br label %loop
loop:
  %h = phi i32 [ %start, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %p = mul i32 %h, 33
  %q = add i32 %p, %i
  %next = xor i32 %q, 1
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret i32 %next
}
; run: @difference(i32 3, i32 4) -> i32 2771589
; check-not x8632/O2 x8664/O2 @difference: imul
define i32 @difference(i32 %start, i32 %n) {
entry:
  br label %loop
loop:
  %h = phi i32 [ %start, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %p = mul i32 %h, 31
  %next = add i32 %p, %i
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret i32 %next
}
; Three steps are no faster.
; run: @dear(i32 3, i32 2) -> i32 4108
; check x8632/O2 x8664/O2 @dear: imul
define i32 @dear(i32 %start, i32 %n) {
entry:
  br label %loop
loop:
  %h = phi i32 [ %start, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %p = mul i32 %h, 37
  %next = add i32 %p, %i
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret i32 %next
}
; The sum is waited for, the product is not.
; run: @sum(i32 3, i32 4) -> i32 201
; check x8632/O2 x8664/O2 @sum: imul
define i32 @sum(i32 %start, i32 %n) {
entry:
  br label %loop
loop:
  %h = phi i32 [ %start, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %p = mul i32 %i, 33
  %next = add i32 %p, %h
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret i32 %next
}
; What is multiplied by a number is read where it is.
@cell = internal global [4 x i8] c"\07\00\00\00", align 4
; run: @scaled() -> i32 70
; check-not x8632/O2 x8664/O2 @scaled: mov
define i32 @scaled() {
  %v = load i32, ptr @cell, align 4
  %p = mul i32 %v, 10
  ret i32 %p
}
