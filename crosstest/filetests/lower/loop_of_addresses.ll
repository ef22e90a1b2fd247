; What comes before a loop makes the address that its first instruction accesses: in a sandbox, that address is cut within the loop, too.
; run: @length(i32 0) -> i32 7
; run: @length(i32 3) -> i32 4
; run: @length(i32 7) -> i32 0
@text = internal constant [8 x i8] c"abcdefg\00", align 1
define i32 @length(i32 %skip) {
entry:
  %base = ptrtoint [8 x i8]* @text to i32
  %first = add i32 %base, %skip
  br label %loop
loop:
  %at = phi i32 [ %first, %entry ], [ %next, %loop ]
  %p = inttoptr i32 %at to i8*
  %byte = load i8, i8* %p, align 1
  %next = add i32 %at, 1
  %more = icmp ne i8 %byte, 0
  br i1 %more, label %loop, label %done
done:
  %length = sub i32 %at, %first
  ret i32 %length
}
