; A pointer that a loop steps is written to behind the loop, one step further: an access that adds the step up itself, because it can, reads the pointer that the
; last round had, and not the next one, which the edge back has made.
; recipes: Om1 O0 O2 O3
; run: @f(i32 3) -> i32 2303
; run: @f(i32 1) -> i32 2301
@bytes = internal global [64 x i8] zeroinitializer, align 4
define i32 @f(i32 %n) {
entry:
  %bytes = ptrtoint [64 x i8]* @bytes to i32
  %size = shl i32 %n, 2
  %end = add i32 %bytes, %size
  br label %round
round:
  %at = phi i32 [ %bytes, %entry ], [ %next, %round ]
  %count = phi i32 [ 0, %entry ], [ %more, %round ]
  %at.asptr = inttoptr i32 %at to i32*
  store i32 7, i32* %at.asptr, align 1
  %more = add i32 %count, 1
  %next = add i32 %at, 4
  %again = icmp ult i32 %next, %end
  br i1 %again, label %round, label %out
out:
  %next.asptr = inttoptr i32 %next to i32*
  store i32 9, i32* %next.asptr, align 1
  %end.asptr = inttoptr i32 %end to i32*
  %behind = load i32* %end.asptr, align 1
  %after = add i32 %end, 4
  %after.asptr = inttoptr i32 %after to i32*
  %zero = load i32* %after.asptr, align 1
  %high = shl i32 %behind, 8
  %low = sub i32 %more, %zero
  %sum = add i32 %high, %low
  %result = sub i32 %sum, 4
  ret i32 %result
}
