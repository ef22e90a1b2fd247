; Phis of scalars: the value depends on where control came from.
; run: @i1(i32 0, i32 1, i32 0) -> i32 0
; run: @i1(i32 1, i32 1, i32 0) -> i32 1
; run: @i8(i32 0, i32 100, i32 -100) -> i32 -100
; run: @i8(i32 1, i32 100, i32 -100) -> i32 100
; run: @i16(i32 0, i32 1000, i32 -1000) -> i32 -1000
; run: @i16(i32 1, i32 1000, i32 -1000) -> i32 1000
; run: @i32(i32 0, i32 5, i32 -2147483648) -> i32 -2147483648
; run: @i32(i32 1, i32 5, i32 -2147483648) -> i32 5
; run: @i64(i32 0, i64 9223372036854775807, i64 -1) -> i64 -1
; run: @i64(i32 1, i64 9223372036854775807, i64 -1) -> i64 9223372036854775807
; run: @float(i32 0, float 1.5, float -inf) -> float -inf
; run: @float(i32 1, float 1.5, float -inf) -> float 1.5
; run: @double(i32 0, double -0.0, double 3.25) -> double 3.25
; run: @double(i32 1, double -0.0, double 3.25) -> double -0.0
; run: @swap(i32 3) -> i32 21
; run: @swap(i32 4) -> i32 12
; run: @constants(i32 1) -> i32 7
; run: @constants(i32 0) -> i32 9

define i32 @i1(i32 %n, i32 %a, i32 %b) {
entry:
  %x = trunc i32 %a to i1
  %y = trunc i32 %b to i1
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %no
yes:
  br label %end
no:
  br label %end
end:
  %r = phi i1 [ %x, %yes ], [ %y, %no ]
  %w = zext i1 %r to i32
  ret i32 %w
}
define i32 @i8(i32 %n, i32 %a, i32 %b) {
entry:
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %no
yes:
  br label %end
no:
  br label %end
end:
  %r = phi i8 [ %x, %yes ], [ %y, %no ]
  %w = sext i8 %r to i32
  ret i32 %w
}
define i32 @i16(i32 %n, i32 %a, i32 %b) {
entry:
  %x = trunc i32 %a to i16
  %y = trunc i32 %b to i16
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %no
yes:
  br label %end
no:
  br label %end
end:
  %r = phi i16 [ %x, %yes ], [ %y, %no ]
  %w = sext i16 %r to i32
  ret i32 %w
}
define i32 @i32(i32 %n, i32 %a, i32 %b) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %no
yes:
  br label %end
no:
  br label %end
end:
  %r = phi i32 [ %a, %yes ], [ %b, %no ]
  ret i32 %r
}
define i64 @i64(i32 %n, i64 %a, i64 %b) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %no
yes:
  br label %end
no:
  br label %end
end:
  %r = phi i64 [ %a, %yes ], [ %b, %no ]
  ret i64 %r
}
define float @float(i32 %n, float %a, float %b) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %no
yes:
  br label %end
no:
  br label %end
end:
  %r = phi float [ %a, %yes ], [ %b, %no ]
  ret float %r
}
define double @double(i32 %n, double %a, double %b) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %no
yes:
  br label %end
no:
  br label %end
end:
  %r = phi double [ %a, %yes ], [ %b, %no ]
  ret double %r
}
; The two phis exchange their values in every round, at once.
define i32 @swap(i32 %n) {
entry:
  br label %head
head:
  %a = phi i32 [ 1, %entry ], [ %b, %body ]
  %b = phi i32 [ 2, %entry ], [ %a, %body ]
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %j = add i32 %i, 1
  br label %head
end:
  %t = mul i32 %a, 10
  %r = add i32 %t, %b
  ret i32 %r
}
define i32 @constants(i32 %n) {
entry:
  %c = trunc i32 %n to i1
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  %r = phi i32 [ 9, %entry ], [ 7, %yes ]
  ret i32 %r
}
