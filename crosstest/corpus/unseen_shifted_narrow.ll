; A narrow value whose register holds more than it, shifted to the right.
; run: @f(i32 4660, i32 0) -> i32 3
define i32 @f(i32 %x, i32 %y) {
  %n = trunc i32 %x to i8
  %m = trunc i32 %y to i8
  %s = lshr i8 %n, 4
  %t = or i8 %m, %s
  %r = zext i8 %t to i32
  ret i32 %r
}
