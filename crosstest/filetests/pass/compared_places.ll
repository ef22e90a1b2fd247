; Narrow values that are kept in the frame, compared there: only as far as they are wide.
; recipes: O2
; check x8632 @most: cmp [esp
; run: @most(i32 653442, i32 778167, i32 834062, i32 881646, i32 813951, i32 680730, i32 944976, i32 118974, i32 492158) -> i32 2961
; run: @most(i32 399412, i32 601983, i32 13934, i32 428175, i32 191175, i32 167460, i32 145891, i32 132931, i32 2050) -> i32 27069
; run: @most(i32 219758, i32 1006932, i32 915029, i32 303520, i32 1008485, i32 565608, i32 190820, i32 1013956, i32 313355) -> i32 22647
define i32 @most(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i32 %a7, i32 %a8) {
entry:
  %b0 = trunc i32 %a0 to i8
  %b1 = trunc i32 %a1 to i8
  %b2 = trunc i32 %a2 to i8
  %b3 = trunc i32 %a3 to i8
  %b4 = trunc i32 %a4 to i8
  %b5 = trunc i32 %a5 to i8
  %b6 = trunc i32 %a6 to i8
  %b7 = trunc i32 %a7 to i8
  %b8 = trunc i32 %a8 to i8
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %t = phi i32 [ 0, %entry ], [ %s8, %loop ]
  %c0 = icmp ult i8 %b0, %b1
  %v0 = select i1 %c0, i32 1, i32 %i
  %s0 = add i32 %t, %v0
  %c1 = icmp ult i8 %b1, %b5
  %v1 = select i1 %c1, i32 3, i32 %i
  %s1 = add i32 %s0, %v1
  %c2 = icmp ult i8 %b2, %b0
  %v2 = select i1 %c2, i32 9, i32 %i
  %s2 = add i32 %s1, %v2
  %c3 = icmp ult i8 %b3, %b4
  %v3 = select i1 %c3, i32 27, i32 %i
  %s3 = add i32 %s2, %v3
  %c4 = icmp ult i8 %b4, %b8
  %v4 = select i1 %c4, i32 81, i32 %i
  %s4 = add i32 %s3, %v4
  %c5 = icmp ult i8 %b5, %b3
  %v5 = select i1 %c5, i32 243, i32 %i
  %s5 = add i32 %s4, %v5
  %c6 = icmp ult i8 %b6, %b7
  %v6 = select i1 %c6, i32 729, i32 %i
  %s6 = add i32 %s5, %v6
  %c7 = icmp ult i8 %b7, %b2
  %v7 = select i1 %c7, i32 2187, i32 %i
  %s7 = add i32 %s6, %v7
  %c8 = icmp ult i8 %b8, %b6
  %v8 = select i1 %c8, i32 6561, i32 %i
  %s8 = add i32 %s7, %v8
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %loop, label %end
end:
  ret i32 %s8
}
