; Steps of a loop that are made where their sums are first read, for their phis are read until then.
; run: @both_ends(i32 12) -> i32 34
; run: @both_ends(i32 4) -> i32 22

@words = internal global [16 x i8] c"\01\00\00\00\02\00\00\00\03\00\00\00\04\00\00\00", align 4

define i32 @both_ends(i32 %size) {
entry:
  %begin = ptrtoint [16 x i8]* @words to i32
  %end = add i32 %begin, %size
  br label %loop
loop:
  %up = phi i32 [ %begin, %entry ], [ %up_next, %loop ]
  %down = phi i32 [ %end, %entry ], [ %down_next, %loop ]
  %up_next = add i32 %up, 4
  %down_next = sub i32 %down, 4
  %from = inttoptr i32 %down to i32*
  %value = load i32* %from, align 1
  %to = inttoptr i32 %up to i32*
  store i32 %value, i32* %to, align 1
  %more = icmp ult i32 %up_next, %down_next
  br i1 %more, label %loop, label %done
done:
  %first = inttoptr i32 %begin to i32*
  %a = load i32* %first, align 1
  %next = add i32 %begin, 4
  %second = inttoptr i32 %next to i32*
  %b = load i32* %second, align 1
  %tens = mul i32 %b, 10
  %r = add i32 %a, %tens
  ret i32 %r
}
