; Sums and differences with truth values, and words whose lowest bit one sets or turns over: on ARM made only if the comparison holds.
; recipes: O2
; run: @up(i32 3, i32 9, i32 5) -> i32 6
; run: @up(i32 9, i32 3, i32 5) -> i32 5
; check arm32 @up: addlo
; check-not arm32 @up: movlo
; run: @down(i32 3, i32 9, i32 5) -> i32 4
; run: @down(i32 9, i32 3, i32 5) -> i32 5
; run: @signed(i32 7, i32 7, i32 5) -> i32 4
; run: @signed(i32 7, i32 8, i32 5) -> i32 5
; run: @minus(i32 7, i32 7, i32 5) -> i32 6
; run: @minus(i32 7, i32 8, i32 5) -> i32 5
; run: @wide(i64 4294967296, i64 1, i32 5) -> i32 6
; run: @wide(i64 1, i64 4294967296, i32 5) -> i32 5
; run: @both(i32 3, i32 9, i32 5) -> i32 7
; run: @both(i32 9, i32 3, i32 5) -> i32 5
; run: @count(i32 10) -> i32 4
; run: @turned(i32 3, i32 9, i32 5) -> i32 4
; run: @turned(i32 9, i32 3, i32 5) -> i32 5
; check arm32 @turned: eorlo
; run: @set(i32 3, i32 9, i32 4) -> i32 5
; run: @set(i32 9, i32 3, i32 4) -> i32 4
; check arm32 @set: orrlo
; run: @turned_all(i32 3, i32 9, i32 5) -> i32 -6
; run: @turned_all(i32 9, i32 3, i32 5) -> i32 5
; edges: @up @down @signed @minus @wide @both @turned @set @turned_all
define i32 @up(i32 %x, i32 %y, i32 %n) {
entry:
  %c = icmp ult i32 %x, %y
  %z = zext i1 %c to i32
  %r = add i32 %n, %z
  ret i32 %r
}
define i32 @down(i32 %x, i32 %y, i32 %n) {
entry:
  %c = icmp ult i32 %x, %y
  %z = zext i1 %c to i32
  %r = sub i32 %n, %z
  ret i32 %r
}
define i32 @signed(i32 %x, i32 %y, i32 %n) {
entry:
  %c = icmp eq i32 %x, %y
  %z = sext i1 %c to i32
  %r = add i32 %z, %n
  ret i32 %r
}
define i32 @minus(i32 %x, i32 %y, i32 %n) {
entry:
  %c = icmp eq i32 %x, %y
  %z = sext i1 %c to i32
  %r = sub i32 %n, %z
  ret i32 %r
}
define i32 @wide(i64 %x, i64 %y, i32 %n) {
entry:
  %c = icmp sgt i64 %x, %y
  %z = zext i1 %c to i32
  %r = add i32 %n, %z
  ret i32 %r
}
; Somebody else asks for the truth value, too.
define i32 @both(i32 %x, i32 %y, i32 %n) {
entry:
  %c = icmp ult i32 %x, %y
  %z = zext i1 %c to i32
  %s = add i32 %n, %z
  %r = add i32 %s, %z
  ret i32 %r
}
define i32 @count(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %k = phi i32 [ 0, %entry ], [ %more, %loop ]
  %f = sitofp i32 %i to double
  %c = fcmp olt double %f, 4.5
  %z = zext i1 %c to i32
  %more = add i32 %k, %z
  %next = sub i32 %i, 1
  %done = icmp eq i32 %next, 0
  br i1 %done, label %end, label %loop
end:
  ret i32 %more
}
define i32 @turned(i32 %x, i32 %y, i32 %n) {
entry:
  %c = icmp ult i32 %x, %y
  %z = zext i1 %c to i32
  %r = xor i32 %n, %z
  ret i32 %r
}
define i32 @set(i32 %x, i32 %y, i32 %n) {
entry:
  %c = icmp ult i32 %x, %y
  %z = zext i1 %c to i32
  %r = or i32 %z, %n
  ret i32 %r
}
define i32 @turned_all(i32 %x, i32 %y, i32 %n) {
entry:
  %c = icmp ult i32 %x, %y
  %z = sext i1 %c to i32
  %r = xor i32 %n, %z
  ret i32 %r
}
