; error: f: b0: `v3 = add i32 v1, 1`: uses v1, whose definition in b0 does not dominate the use in b0

define i32 @f(i32 %a) {
  %b = add i32 %c, 1
  %c = add i32 %a, 1
  ret i32 %b
}
