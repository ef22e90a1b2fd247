; A comparison is made where it decides something: no truth value is made and tested. Nor are bits kept that are tested only. A branch on the equality of two values whose
; difference is there compares that with zero, which it has done already.
; recipes: O2
; run: @later(i32 3, i32 10) -> i32 3
; run: @later(i32 9, i32 10) -> i32 10
; check-not x8632 x8664 @later: setb
; check-not x8632 x8664 @later: test
; run: @left(i32 7, i32 7) -> i32 100
; run: @left(i32 7, i32 3) -> i32 4
; check x8632 x8664 @left: sub
; check-not x8632 x8664 @left: cmp
; check arm32 @left: subs
; check-not arm32 @left: cmp
; run: @wide(i64 5, i64 5) -> i64 1
; run: @wide(i64 4294967301, i64 5) -> i64 4294967296
; run: @again(i32 1, i32 6) -> i32 4
; run: @again(i32 9, i32 6) -> i32 26
; run: @flags(i32 4, i32 6) -> i32 7
; run: @flags(i32 2, i32 6) -> i32 5
; run: @flags(i32 8, i32 6) -> i32 6
; check x8632 x8664 @flags: cmp
; check x8632 x8664 @flags: test
; check x8632 x8664 @flags: test
; check arm32 @flags: cmp
; check arm32 @flags: and
; check arm32 @flags: and
; edges: @later @left @wide @flags
@cell = internal global [4 x i8] zeroinitializer, align 4
define i32 @later(i32 %x, i32 %y) {
entry:
  %less = icmp ult i32 %x, 7
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %x, i32* %p, align 1
  br i1 %less, label %then, label %end
then:
  store i32 %y, i32* %p, align 1
  br label %end
end:
  %r = select i1 %less, i32 %x, i32 %y
  ret i32 %r
}
define i32 @left(i32 %n, i32 %w) {
entry:
  %none = icmp eq i32 %n, %w
  %rest = sub i32 %n, %w
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %rest, i32* %p, align 1
  br i1 %none, label %zero, label %some
zero:
  ret i32 100
some:
  ret i32 %rest
}
define i64 @wide(i64 %n, i64 %w) {
entry:
  %none = icmp ne i64 %n, %w
  %rest = sub i64 %n, %w
  br i1 %none, label %some, label %zero
zero:
  ret i64 1
some:
  ret i64 %rest
}
define i32 @flags(i32 %x, i32 %y) {
entry:
  %bit = and i32 %x, 4
  %p = bitcast [4 x i8]* @cell to i32*
  store i32 %x, i32* %p, align 1
  %small = icmp ult i32 %x, 5
  br i1 %small, label %then, label %end
then:
  %set = icmp ne i32 %bit, 0
  %more = add i32 %y, 1
  %less = add i32 %y, -1
  %r = select i1 %set, i32 %more, i32 %less
  ret i32 %r
end:
  %unset = icmp eq i32 %bit, 0
  br i1 %unset, label %old, label %new
old:
  ret i32 %y
new:
  ret i32 %x
}
define i32 @again(i32 %x, i32 %n) {
entry:
  %big = icmp ugt i32 %x, 5
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %back ]
  %s = phi i32 [ 0, %entry ], [ %t, %back ]
  br i1 %big, label %add, label %back
add:
  %u = add i32 %s, 5
  br label %back
back:
  %v = phi i32 [ %s, %loop ], [ %u, %add ]
  %w = select i1 %big, i32 %v, i32 %i
  %t = select i1 %big, i32 %w, i32 %i
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  %r = select i1 %big, i32 %t, i32 4
  %m = sub i32 %r, 4
  %q = select i1 %big, i32 %m, i32 %r
  ret i32 %q
}
