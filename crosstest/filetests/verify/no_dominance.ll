; error: f: b1: `ret i32 v4`: uses v4, whose definition in b0 does not dominate the use in b1

define i32 @f(i32 %a) {
  %c = icmp eq i32 %a, 0
  br i1 %c, label %yes, label %no
yes:
  %b = add i32 %a, 1
  br label %no
no:
  ret i32 %b
}
