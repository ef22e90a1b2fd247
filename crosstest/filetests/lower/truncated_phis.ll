; The lower part of a phi is read behind the loop, where the phi has its next value in some recipes.
; recipes: Om1 O0 O2 O3
; run: @last(i32 300) -> i32 43
; run: @last_wide(i64 8589934594) -> i32 2
; edges: @both
define i32 @last(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %low = trunc i32 %i to i8
  %next = add i32 %i, 1
  %more = icmp ult i32 %i, 299
  br i1 %more, label %loop, label %done
done:
  %r = zext i8 %low to i32
  ret i32 %r
}
define i32 @last_wide(i64 %end) {
entry:
  %from = sub i64 %end, 3
  br label %loop
loop:
  %i = phi i64 [ %from, %entry ], [ %next, %loop ]
  %low = trunc i64 %i to i32
  %next = add i64 %i, 1
  %more = icmp ult i64 %i, %end
  br i1 %more, label %loop, label %done
done:
  ret i32 %low
}
define i32 @both(i64 %x) {
  %low = trunc i64 %x to i32
  %up = lshr i64 %x, 32
  %high = trunc i64 %up to i32
  %byte = trunc i64 %x to i8
  %wide = sext i8 %byte to i32
  %a = xor i32 %low, %high
  %b = sub i32 %a, %wide
  %back = trunc i64 %x to i16
  %half = zext i16 %back to i32
  %c = add i32 %b, %half
  ret i32 %c
}
