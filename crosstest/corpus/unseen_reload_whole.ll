; What a register holds of a 64-bit value whose lower half was copied is not the whole of it. With few registers a value of the frame was read in one of
; half its width, on x86-64.
; run: @whole(i64 81985529216486895, i32 7) -> i64 163971060317112416
; run: @whole(i64 -2, i32 3) -> i64 -9223372036854775735
; run: @whole(i64 1099511627776, i32 -5) -> i64 2199023256177
define internal i32 @other(i32 %x) {
  %a = mul i32 %x, %x
  ret i32 %a
}
define i64 @whole(i64 %v, i32 %y) {
entry:
  %v0 = add i64 %v, 0
  br label %next
next:
  %v1 = trunc i64 %v0 to i32
  %v2 = and i64 %v0, 9223372036854775807
  %c = call i32 @other(i32 %y)
  %d = call i32 @other(i32 %c)
  %e = call i32 @other(i32 %v1)
  %s = add i64 %v2, %v0
  %t = zext i32 %e to i64
  %u = zext i32 %d to i64
  %w = xor i64 %s, %t
  %z = add i64 %w, %u
  ret i64 %z
}
