; What a small function returns need not be what it computes last. `-passes=inline` puts it in place of the call.
; run: @f(i32 3, i32 4) -> i32 3
define internal i32 @first(i32 %a, i32 %b) {
entry:
  %unused = add i32 %a, %b
  ret i32 %a
}
define i32 @f(i32 %a, i32 %b) {
entry:
  %r = call i32 @first(i32 %a, i32 %b)
  ret i32 %r
}
