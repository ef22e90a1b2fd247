; For which counters rounds become one: what numbers there are decides.
; recipes: O3
; run: @up8(i32 3, i32 0) -> i32 15801
; check arm32 @up8: mul
; check arm32 @up8: mul
; check arm32 @up8: mul
; check arm32 @up8: mul
; check arm32 @up8: mul
; check-not arm32 @up8: mul
; run: @up7(i32 3, i32 0) -> i32 5268
; check arm32 @up7: mul
; check arm32 @up7: mul
; check arm32 @up7: mul
; check-not arm32 @up7: mul
; run: @up6(i32 3, i32 0) -> i32 1755
; check arm32 @up6: mul
; check arm32 @up6: mul
; check arm32 @up6: mul
; check-not arm32 @up6: mul
; run: @up5(i32 3, i32 0) -> i32 586
; check arm32 @up5: mul
; check-not arm32 @up5: mul
; run: @two16(i32 3, i32 0) -> i32 15801
; check arm32 @two16: mul
; check arm32 @two16: mul
; check arm32 @two16: mul
; check arm32 @two16: mul
; check arm32 @two16: mul
; check-not arm32 @two16: mul
; run: @two15(i32 3, i32 0) -> i32 15801
; check arm32 @two15: mul
; check arm32 @two15: mul
; check arm32 @two15: mul
; check-not arm32 @two15: mul
; run: @two12(i32 3, i32 0) -> i32 1755
; check arm32 @two12: mul
; check arm32 @two12: mul
; check arm32 @two12: mul
; check-not arm32 @two12: mul
; run: @two11(i32 3, i32 0) -> i32 1755
; check arm32 @two11: mul
; check-not arm32 @two11: mul
; run: @down8(i32 3, i32 0) -> i32 15801
; check arm32 @down8: mul
; check arm32 @down8: mul
; check arm32 @down8: mul
; check arm32 @down8: mul
; check arm32 @down8: mul
; check-not arm32 @down8: mul
; run: @down7(i32 3, i32 0) -> i32 5268
; check arm32 @down7: mul
; check arm32 @down7: mul
; check arm32 @down7: mul
; check-not arm32 @down7: mul
; run: @down6(i32 3, i32 0) -> i32 1755
; check arm32 @down6: mul
; check arm32 @down6: mul
; check arm32 @down6: mul
; check-not arm32 @down6: mul
; run: @down5(i32 3, i32 0) -> i32 586
; check arm32 @down5: mul
; check-not arm32 @down5: mul
define i32 @up8(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %k, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 8
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @up7(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %k, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 7
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @up6(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %k, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 6
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @up5(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %k, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 5
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @two16(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %k, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, 2
  %more = icmp ult i32 %j, 16
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @two15(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %k, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, 2
  %more = icmp ult i32 %j, 15
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @two12(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %k, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, 2
  %more = icmp ult i32 %j, 12
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @two11(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %k, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, 2
  %more = icmp ult i32 %j, 11
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @down8(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 8, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, -1
  %more = icmp ugt i32 %j, %k
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @down7(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 7, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, -1
  %more = icmp ugt i32 %j, %k
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @down6(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 6, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, -1
  %more = icmp ugt i32 %j, %k
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
define i32 @down5(i32 %a, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 5, %entry ], [ %j, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %m = mul i32 %s, %a
  %t = xor i32 %m, 5
  %j = add i32 %i, -1
  %more = icmp ugt i32 %j, %k
  br i1 %more, label %loop, label %end
end:
  ret i32 %t
}
