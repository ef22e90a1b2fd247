; What is above the width of a narrow integer must not show.
; run: @narrow_sum(i32 200, i32 100) -> i32 44
; run: @narrow_copy(i64 0x500000007) -> i64 14

define i32 @narrow_sum(i32 %a, i32 %b) {
  %x = trunc i32 %a to i8
  %y = trunc i32 %b to i8
  %s = add i8 %x, %y
  %r = zext i8 %s to i32
  ret i32 %r
}
define i64 @narrow_copy(i64 %a) {
  %x = trunc i64 %a to i32
  %y = zext i32 %x to i64
  %z = add i64 %y, %y
  ret i64 %z
}
