; What a branch decides is known where it alone leads; where other ways meet it is not, and an order of signed numbers says nothing about
; the unsigned one. `-passes=known-branches` decides what can be decided: here the plain recipes give what the interpreter gives.
; run: @meets(i32 1, i32 2) -> i32 10
; run: @meets(i32 2, i32 1) -> i32 20
; run: @signs(i32 1, i32 -1) -> i32 7
; run: @signs(i32 1, i32 2) -> i32 9
; run: @signs(i32 2, i32 1) -> i32 5
; run: @implied(i32 1, i32 2) -> i32 3
; run: @implied(i32 2, i32 2) -> i32 4
@place = internal global [4 x i8] zeroinitializer, align 4
define i32 @meets(i32 %a, i32 %b) {
entry:
  %less = icmp slt i32 %a, %b
  br i1 %less, label %meet, label %other
other:
  %p = bitcast [4 x i8]* @place to i32*
  store i32 %b, i32* %p, align 1
  br label %meet
meet:
  %again = icmp slt i32 %a, %b
  %r = select i1 %again, i32 10, i32 20
  ret i32 %r
}
define i32 @signs(i32 %a, i32 %b) {
entry:
  %below = icmp ult i32 %a, %b
  br i1 %below, label %first, label %end
first:
  %less = icmp slt i32 %a, %b
  br i1 %less, label %both, label %one
both:
  ret i32 9
one:
  ret i32 7
end:
  ret i32 5
}
define i32 @implied(i32 %a, i32 %b) {
entry:
  %less = icmp slt i32 %a, %b
  br i1 %less, label %first, label %end
first:
  %differ = icmp ne i32 %a, %b
  br i1 %differ, label %yes, label %no
yes:
  ret i32 3
no:
  ret i32 2
end:
  ret i32 4
}
