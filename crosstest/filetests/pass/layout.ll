; Loops whose headers decide, as front ends write them, with dead ends in between: alone, nested, and left from the middle.
; run: @count(i32 5) -> i32 15
; run: @count(i32 0) -> i32 0
; run: @count(i32 9) -> traps
; run: @nested(i32 4) -> i32 24
; run: @left_early(i32 100, i32 7) -> i32 21
; run: @left_early(i32 3, i32 7) -> i32 3

define i32 @count(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ %n, %entry ], [ %less, %next ]
  %s = phi i32 [ 0, %entry ], [ %sum, %next ]
  %more = icmp ne i32 %i, 0
  br i1 %more, label %body, label %exit
body:
  %bad = icmp eq i32 %i, 9
  br i1 %bad, label %dead, label %next
dead:
  call void @llvm.trap()
  unreachable
next:
  %sum = add i32 %s, %i
  %less = sub i32 %i, 1
  br label %head
exit:
  ret i32 %s
}
define i32 @nested(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.next ]
  %s = phi i32 [ 0, %entry ], [ %t, %outer.next ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %inner, label %exit
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner.next ]
  %t = phi i32 [ %s, %outer ], [ %t.next, %inner.next ]
  %less = icmp slt i32 %j, %i
  br i1 %less, label %inner.next, label %outer.next
inner.next:
  %t.next = add i32 %t, 4
  %j.next = add i32 %j, 1
  br label %inner
outer.next:
  %i.next = add i32 %i, 1
  br label %outer
exit:
  ret i32 %s
}
define i32 @left_early(i32 %n, i32 %stop) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %s = phi i32 [ 0, %entry ], [ %sum, %next ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %sum = add i32 %s, %i
  %stops = icmp eq i32 %i, %stop
  br i1 %stops, label %early, label %next
early:
  ret i32 %s
next:
  %i.next = add i32 %i, 1
  br label %head
exit:
  ret i32 %s
}
declare void @llvm.trap()
