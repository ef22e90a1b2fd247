; A select between 64-bit constants, one half of which is all ones.
; run: @f(i32 1) -> i64 4294967295
; run: @f(i32 0) -> i64 0
define i64 @f(i32 %x) {
  %c = icmp ne i32 %x, 0
  %r = select i1 %c, i64 4294967295, i64 0
  ret i64 %r
}
