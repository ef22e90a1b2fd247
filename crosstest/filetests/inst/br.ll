; Branches, with a condition and without; blocks in any order; a loop; a block that nobody branches to.
; run: @max(i32 3, i32 9) -> i32 9
; run: @max(i32 9, i32 3) -> i32 9
; run: @max(i32 -1, i32 -2) -> i32 -1
; run: @sum(i32 10) -> i32 55
; run: @sum(i32 0) -> i32 0
; run: @backwards(i32 5) -> i32 6
; run: @same_target(i32 1) -> i32 4
; run: @constant() -> i32 1

define i32 @max(i32 %a, i32 %b) {
  %c = icmp sgt i32 %a, %b
  br i1 %c, label %first, label %second
first:
  ret i32 %a
second:
  ret i32 %b
}
define i32 @sum(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ %n, %entry ], [ %j, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %c = icmp eq i32 %i, 0
  br i1 %c, label %end, label %body
body:
  %t = add i32 %s, %i
  %j = sub i32 %i, 1
  br label %head
end:
  ret i32 %s
}
define i32 @backwards(i32 %a) {
  br label %last
first:
  ret i32 %r
unused:
  br label %first
last:
  %r = add i32 %a, 1
  br label %first
}
define i32 @same_target(i32 %a) {
  %c = trunc i32 %a to i1
  br i1 %c, label %next, label %next
next:
  ret i32 4
}
define i32 @constant() {
  br i1 true, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
