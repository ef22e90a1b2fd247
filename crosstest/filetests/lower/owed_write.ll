; A result whose only user is the next instruction is written to its home only if that one does not take it from its register. The write
; comes late, and moves what came after it in the code; what is known of the flags must not move past the multiplication, which changes
; them: it is the first instruction after the comparison.
; recipes: O2
; run: @stale(i32 1, i32 2, i32 3) -> i32 37036
; run: @stale(i32 2, i32 1, i32 3) -> i32 37035
; run: @stale(i32 -1, i32 1, i32 3) -> i32 37034
define i32 @stale(i32 %a, i32 %b, i32 %x) {
  %signed = icmp slt i32 %a, %b
  %n = trunc i32 %x to i16
  %below = icmp ult i32 %a, %b
  %m = mul i16 %n, 12345
  %z = zext i16 %m to i32
  br i1 %below, label %less, label %other
less:
  %w = zext i1 %below to i32
  %s = add i32 %z, %w
  ret i32 %s
other:
  %v = zext i1 %signed to i32
  %y = zext i1 %below to i32
  %t = sub i32 %z, %v
  %u = sub i32 %t, %y
  ret i32 %u
}
