; Blocks that are not copied, or not for all that lead to them.
; recipes: O3
; run: @back(i32 6) -> i32 21
; run: @chain(i32 1, i32 2) -> i32 73
; run: @chain(i32 9, i32 2) -> i32 78
; run: @chain(i32 9, i32 5) -> i32 85
; run: @twice(i32 1, i32 2) -> i32 1
; run: @twice(i32 1, i32 3) -> i32 3
; run: @twice(i32 9, i32 2) -> i32 3
; run: @jumps(i32 4, i32 7) -> i32 3
; run: @jumps(i32 7, i32 4) -> i32 6
; run: @jumps(i32 1, i32 4) -> i32 12
; run: @state(i32 0, i32 2) -> i32 6
; run: @state(i32 1, i32 2) -> i32 86
; run: @state(i32 2, i32 2) -> i32 7
; run: @state(i32 5, i32 2) -> i32 8
; run: @state(i32 6, i32 2) -> i32 92
; run: @state(i32 8, i32 2) -> i32 7
; run: @header(i32 4) -> i32 2500
; run: @header(i32 1000) -> i32 5000
; check arm32 @state: str
; check arm32 @state: str
; check arm32 @state: str
; check arm32 @state: str
; check-not arm32 @state: str
; check arm32 @back: tst
; check arm32 @chain: str
; check arm32 @chain: str
; check arm32 @chain: tst
; check arm32 @chain: str
; check arm32 @chain: str
; check arm32 @chain: str
; check-not arm32 @chain: str
; check arm32 @jumps: str
; check arm32 @jumps: str
; check arm32 @jumps: str
; check arm32 @jumps: str
; check-not arm32 @jumps: str
; check arm32 @twice: tst
; check arm32 @header: b L1
; check arm32 @header: tst
@place = internal global [4 x i8] zeroinitializer, align 4
; A branch that leads to the header of a loop stays: the loop has one edge back.
define i32 @back(i32 %n) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %next = add i32 %i, 1
  %odd = and i32 %i, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %even, label %other
even:
  store i32 %i, i32* %p, align 1
  br label %join
other:
  %s = mul i32 %i, 3
  store i32 %s, i32* %p, align 1
  %more = icmp ult i32 %i, %n
  br label %join
join:
  %f = phi i1 [ 1, %even ], [ %more, %other ]
  br i1 %f, label %loop, label %end
end:
  %u = load i32* %p, align 1
  ret i32 %u
}
; What a block computes is used where the next one has been copied to: it is not copied itself then.
define i32 @chain(i32 %a, i32 %b) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  %less = icmp ult i32 %a, %b
  br i1 %less, label %left, label %right
left:
  store i32 %a, i32* %p, align 1
  br label %first
right:
  store i32 %b, i32* %p, align 1
  %r = icmp ugt i32 %b, 3
  br label %first
first:
  %f = phi i1 [ 1, %left ], [ %r, %right ]
  %x = phi i32 [ %a, %left ], [ 5, %right ]
  %y = mul i32 %x, 3
  br i1 %f, label %second, label %other
other:
  store i32 9, i32* %p, align 1
  %o = icmp ugt i32 %a, 4
  br label %second
second:
  %g = phi i1 [ 1, %first ], [ %o, %other ]
  %z = phi i32 [ %y, %first ], [ 8, %other ]
  store i32 %z, i32* %p, align 1
  br i1 %g, label %yes, label %no
yes:
  %w = load i32* %p, align 1
  %u = add i32 %w, 70
  ret i32 %u
no:
  ret i32 3
}
; A block that leads to another one twice goes on to it.
define i32 @twice(i32 %a, i32 %b) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  %less = icmp ult i32 %a, %b
  br i1 %less, label %left, label %right
left:
  switch i32 %b, label %no [
    i32 2, label %join
    i32 5, label %join
  ]
right:
  store i32 %b, i32* %p, align 1
  %r = icmp ugt i32 %b, 3
  br label %join
join:
  %f = phi i1 [ 1, %left ], [ 1, %left ], [ %r, %right ]
  %x = phi i32 [ %a, %left ], [ %a, %left ], [ 7, %right ]
  store i32 %x, i32* %p, align 1
  br i1 %f, label %yes, label %no
yes:
  %u = load i32* %p, align 1
  ret i32 %u
no:
  ret i32 3
}
; A block that only leads on is not copied.
define i32 @jumps(i32 %a, i32 %b) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  switch i32 %a, label %main [
    i32 0, label %zero
    i32 1, label %one
  ]
zero:
  store i32 %b, i32* %p, align 1
  br label %copied
one:
  %m = mul i32 %b, 3
  br label %copied
copied:
  %c = phi i32 [ %b, %zero ], [ %m, %one ]
  ret i32 %c
main:
  %less = icmp ult i32 %a, %b
  br i1 %less, label %left, label %right
left:
  store i32 %a, i32* %p, align 1
  br label %join
right:
  %r = mul i32 %b, 3
  br label %join
join:
  %x = phi i32 [ %b, %left ], [ %r, %right ]
  store i32 %x, i32* %p, align 1
  br label %loop
loop:
  %v = load i32* %p, align 1
  %w = udiv i32 %v, 2
  store i32 %w, i32* %p, align 1
  %more = icmp ugt i32 %w, %a
  br i1 %more, label %loop, label %end
end:
  ret i32 %w
}
; A switch on a number that each way knows but one.
define i32 @state(i32 %n, i32 %a) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  switch i32 %n, label %join [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
  ]
zero:
  %k = mul i32 %a, 3
  br label %join
one:
  %l = mul i32 %a, 7
  br label %join
two:
  %m = mul i32 %a, 11
  br label %join
join:
  %s = phi i32 [ %n, %entry ], [ 5, %zero ], [ 6, %one ], [ 9, %two ]
  %v = phi i32 [ 8, %entry ], [ %k, %zero ], [ %l, %one ], [ %m, %two ]
  store i32 %v, i32* %p, align 1
  switch i32 %s, label %other [
    i32 5, label %five
    i32 6, label %six
  ]
five:
  %x = load i32* %p, align 1
  ret i32 %x
six:
  %y = load i32* %p, align 1
  %z = sub i32 100, %y
  ret i32 %z
other:
  ret i32 7
}
; The header of a loop is not copied.
define i32 @header(i32 %n) {
entry:
  %p = bitcast [4 x i8]* @place to i32*
  store i32 %n, i32* %p, align 1
  br label %loop
loop:
  %f = phi i1 [ 1, %entry ], [ %g, %body ]
  br i1 %f, label %body, label %end
body:
  %t = load i32* %p, align 1
  %u = mul i32 %t, 5
  store i32 %u, i32* %p, align 1
  %g = icmp ult i32 %u, 1000
  br label %loop
end:
  %r = load i32* %p, align 1
  ret i32 %r
}
