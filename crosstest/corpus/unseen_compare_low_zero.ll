; A 64-bit constant whose lower half is zero: the lower half of the value decides all the same.
; run: @f(i64 42949672965) -> i32 1
; run: @f(i64 42949672960) -> i32 0
; run: @f(i64 42949672961) -> i32 1
define i32 @f(i64 %x) {
  %c = icmp sgt i64 %x, 42949672960
  %r = zext i1 %c to i32
  ret i32 %r
}
