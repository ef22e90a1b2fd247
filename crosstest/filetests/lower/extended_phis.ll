; A byte that a phi carries is extended: that is read behind the loop, when the phi has its next value already.
; run: @last(i32 3) -> i32 202
; run: @last(i32 1) -> i32 200
@bytes = internal constant [4 x i8] c"\C8\C9\CA\CB", align 1
define i32 @last(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi i8 [ 7, %entry ], [ %b, %loop ]
  %r = zext i8 %v to i32
  %base = ptrtoint [4 x i8]* @bytes to i32
  %a = add i32 %base, %i
  %p = inttoptr i32 %a to i8*
  %b = load i8* %p, align 1
  %next = add i32 %i, 1
  %more = icmp ule i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %r
}
