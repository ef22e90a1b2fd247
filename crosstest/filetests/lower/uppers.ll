; Integers of 32 bits that are the lower halves of others, with anything above: selects and phis take them on, as
; addresses, which are then their lower halves, and to be extended, for which somebody has to clear what is above.

@junk = internal global [8 x i8] c"\05\00\00\00\77\66\55\44"
@cell = internal global [16 x i8] c"\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00"

; recipes: O0 O2 O3
; run: @kept(i32 3) -> i32 8
; run: @kept(i32 -9) -> i32 0
; check-not x8664 @kept: mov eax, eax
; run: @selected(i32 0) -> i32 2
; run: @selected(i32 1) -> i32 1
; run: @extended(i32 0) -> i64 7
; run: @extended(i32 1) -> i64 5
; run: @stepped(i32 3) -> i32 6
; run: @stepped(i32 1) -> i32 1
; run: @passed(i32 3) -> i32 6
; run: @passed(i32 1) -> i32 1
; run: @joined(i32 0, i32 8) -> i64 5
; run: @joined(i32 1, i32 8) -> i64 8
; run: @narrowed(i32 0) -> i32 5
; run: @narrowed(i32 1) -> i32 1

define internal i32 @low(i32 %add) {
  %p = ptrtoint ptr @junk to i32
  %a = inttoptr i32 %p to ptr
  %j = load i64, ptr %a, align 1
  %z = zext i32 %add to i64
  %s = add i64 %j, %z
  %t = trunc i64 %s to i32
  ret i32 %t
}

define i32 @kept(i32 %n) {
  %u = call i32 @low(i32 %n)
  %c = icmp sgt i32 %u, 0
  %s = select i1 %c, i32 %u, i32 0
  ret i32 %s
}

define i32 @selected(i32 %n) {
  %p = ptrtoint ptr @junk to i32
  %a = inttoptr i32 %p to ptr
  %j = load i64, ptr %a, align 1
  %g = ptrtoint ptr @cell to i32
  %z = zext i32 %g to i64
  %m = sub i64 %z, 5
  %w = add i64 %m, %j
  %t = trunc i64 %w to i32
  %o = add i32 %g, 4
  %c = icmp eq i32 %n, 0
  %s = select i1 %c, i32 %o, i32 %t
  %d = inttoptr i32 %s to ptr
  %r = load i32, ptr %d, align 1
  ret i32 %r
}

define i64 @extended(i32 %n) {
  %p = ptrtoint ptr @junk to i32
  %a = inttoptr i32 %p to ptr
  %j = load i64, ptr %a, align 1
  %t = trunc i64 %j to i32
  %u = call i32 @low(i32 2)
  %c = icmp eq i32 %n, 0
  %s = select i1 %c, i32 %u, i32 %t
  %r = zext i32 %s to i64
  ret i64 %r
}

define i32 @stepped(i32 %n) {
entry:
  %p = ptrtoint ptr @junk to i32
  %a = inttoptr i32 %p to ptr
  %j = load i64, ptr %a, align 1
  %g = ptrtoint ptr @cell to i32
  %z = zext i32 %g to i64
  %m = sub i64 %z, 5
  %w = add i64 %m, %j
  %t = trunc i64 %w to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %q = phi i32 [ %t, %entry ], [ %q2, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum2, %loop ]
  %d = inttoptr i32 %q to ptr
  %x = load i32, ptr %d, align 1
  %sum2 = add i32 %sum, %x
  %q2 = add i32 %q, 4
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %loop, label %done
done:
  ret i32 %sum2
}

; The loop carries the argument in the register that it came in.
define internal i32 @walked(i32 %p, i32 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %q = phi i32 [ %p, %entry ], [ %q2, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum2, %loop ]
  %d = inttoptr i32 %q to ptr
  %x = load i32, ptr %d, align 1
  %sum2 = add i32 %sum, %x
  %q2 = add i32 %q, 4
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %loop, label %done
done:
  ret i32 %sum2
}

define i32 @passed(i32 %n) {
  %p = ptrtoint ptr @junk to i32
  %a = inttoptr i32 %p to ptr
  %j = load i64, ptr %a, align 1
  %g = ptrtoint ptr @cell to i32
  %z = zext i32 %g to i64
  %m = sub i64 %z, 5
  %w = add i64 %m, %j
  %t = trunc i64 %w to i32
  %r = call i32 @walked(i32 %t, i32 %n)
  ret i32 %r
}

define i64 @joined(i32 %n, i32 %b) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %one, label %other
one:
  %u = call i32 @low(i32 0)
  br label %both
other:
  br label %both
both:
  %s = phi i32 [ %u, %one ], [ %b, %other ]
  %r = zext i32 %s to i64
  ret i64 %r
}

define i32 @narrowed(i32 %n) {
  %u = call i32 @low(i32 0)
  %c = icmp eq i32 %n, 0
  %s = select i1 %c, i32 %u, i32 1
  %k = trunc i32 %s to i8
  %r = zext i8 %k to i32
  ret i32 %r
}
