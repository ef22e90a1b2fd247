; What a branch chooses between is computed on both ways if that is short and cannot trap; each phi chooses, by the same condition.
; `-passes=if-convert` does it: here the plain recipes give what the interpreter gives.
; run: @greater(i32 3, i32 -4) -> i32 3
; run: @greater(i32 -4, i32 3) -> i32 3
; run: @absolute(i32 -7) -> i32 7
; run: @absolute(i32 7) -> i32 7
; run: @two(i32 1, i32 9) -> i32 901
; run: @two(i32 9, i32 1) -> i32 901
; run: @steps(i32 0) -> i32 4
; run: @steps(i32 5) -> i32 8
; run: @steps(i32 12) -> i32 15
; run: @reads(i32 1, i32 0) -> i32 305
; run: @reads(i32 0, i32 70) -> i32 70
; run: @far(i32 0, i32 0) -> i32 11
; run: @wide(i64 -5, i64 5) -> i64 10
; run: @wide(i64 7, i64 5) -> i64 2
; run: @floats(double 2.5, double 1.5) -> double 1.5
; run: @floats(double nan, double 1.5) -> double nan
@words = internal global [8 x i8] c"\05\00\00\00\31\01\00\00", align 4
; The larger one: a triangle without an instruction in it but a move.
define i32 @greater(i32 %a, i32 %b) {
entry:
  %c = icmp sgt i32 %a, %b
  br i1 %c, label %end, label %other
other:
  br label %end
end:
  %r = phi i32 [ %a, %entry ], [ %b, %other ]
  ret i32 %r
}
define i32 @absolute(i32 %a) {
entry:
  %c = icmp slt i32 %a, 0
  br i1 %c, label %negative, label %end
negative:
  %n = sub i32 0, %a
  br label %end
end:
  %r = phi i32 [ %a, %entry ], [ %n, %negative ]
  ret i32 %r
}
; Two phis.
define i32 @two(i32 %a, i32 %b) {
entry:
  %c = icmp ult i32 %a, %b
  br i1 %c, label %end, label %swap
swap:
  br label %end
end:
  %low = phi i32 [ %a, %entry ], [ %b, %swap ]
  %high = phi i32 [ %b, %entry ], [ %a, %swap ]
  %h = mul i32 %high, 100
  %r = add i32 %h, %low
  ret i32 %r
}
; A diamond, and others lead to where its ways meet.
define i32 @steps(i32 %a) {
entry:
  %z = icmp eq i32 %a, 0
  br i1 %z, label %end, label %more
more:
  %c = icmp ult i32 %a, 10
  br i1 %c, label %few, label %many
few:
  %x = xor i32 %a, 13
  br label %end
many:
  %y = or i32 %a, 3
  br label %end
end:
  %r = phi i32 [ 4, %entry ], [ %x, %few ], [ %y, %many ]
  ret i32 %r
}
; A load that cannot trap, and one that may.
define i32 @reads(i32 %a, i32 %b) {
entry:
  %c = icmp sgt i32 %a, %b
  br i1 %c, label %load, label %end
load:
  %base = ptrtoint [8 x i8]* @words to i32
  %at = add i32 %base, 4
  %p = inttoptr i32 %at to i32*
  %v = load i32* %p, align 1
  br label %end
end:
  %r = phi i32 [ %b, %entry ], [ %v, %load ]
  ret i32 %r
}
define i32 @far(i32 %at, i32 %b) {
entry:
  %c = icmp ugt i32 %at, %b
  br i1 %c, label %load, label %end
load:
  %p = inttoptr i32 %at to i32*
  %v = load i32* %p, align 1
  br label %end
end:
  %r = phi i32 [ 11, %entry ], [ %v, %load ]
  ret i32 %r
}
define i64 @wide(i64 %a, i64 %b) {
entry:
  %c = icmp slt i64 %a, %b
  br i1 %c, label %less, label %other
less:
  %x = sub i64 %b, %a
  br label %end
other:
  %y = sub i64 %a, %b
  br label %end
end:
  %r = phi i64 [ %x, %less ], [ %y, %other ]
  ret i64 %r
}
define double @floats(double %a, double %b) {
entry:
  %c = fcmp ogt double %a, %b
  br i1 %c, label %less, label %end
less:
  br label %end
end:
  %r = phi double [ %a, %entry ], [ %b, %less ]
  ret double %r
}
