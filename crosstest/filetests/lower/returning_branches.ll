; On ARM a branch to a return that is one instruction is that return, under its condition; one that is always taken also where it is two.
; recipes: O2
; run: @leaf(i32 0, i32 5) -> i32 0
; run: @leaf(i32 4, i32 5) -> i32 81
; run: @leaf(i32 -1, i32 5) -> i32 -1
; check arm32 @leaf: bxeq
; check arm32 @leaf: bxmi
; run: @saved(i32 0) -> i32 0
; run: @saved(i32 3) -> i32 14
; check arm32 @saved: pop
; run: @roomy(i32 7) -> i32 21
; run: @roomy(i32 1) -> i32 40
; edges: @leaf @roomy
define i32 @leaf(i32 %a, i32 %b) {
  %none = icmp eq i32 %a, 0
  br i1 %none, label %out, label %more
more:
  %minus = icmp slt i32 %a, 0
  br i1 %minus, label %out, label %work
work:
  %p = mul i32 %a, %b
  %q = mul i32 %p, %a
  %r = add i32 %q, 1
  br label %out
out:
  %v = phi i32 [ %a, %0 ], [ %a, %more ], [ %r, %work ]
  ret i32 %v
}
define internal i32 @square(i32 %x) {
  %s = mul i32 %x, %x
  ret i32 %s
}
define i32 @saved(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %less, %on ]
  %sum = phi i32 [ 0, %entry ], [ %more, %on ]
  %none = icmp eq i32 %i, 0
  br i1 %none, label %out, label %on
on:
  %s = call i32 @square(i32 %i)
  %more = add i32 %sum, %s
  %less = add i32 %i, -1
  br label %loop
out:
  ret i32 %sum
}
define i32 @roomy(i32 %n) {
  %object = alloca i8, i32 64, align 4
  %address = ptrtoint i8* %object to i32
  %second = add i32 %address, 8
  %p = inttoptr i32 %second to i32*
  store i32 %n, i32* %p, align 1
  %is = icmp eq i32 %n, 7
  br i1 %is, label %seven, label %other
seven:
  %a = call i32 @third(i32 %second)
  br label %out
other:
  %b = call i32 @third(i32 %second)
  %c = add i32 %b, 37
  br label %out
out:
  %r = phi i32 [ %a, %seven ], [ %c, %other ]
  ret i32 %r
}
define internal i32 @third(i32 %at) {
  %p = inttoptr i32 %at to i32*
  %x = load i32* %p, align 1
  %y = mul i32 %x, 3
  ret i32 %y
}
