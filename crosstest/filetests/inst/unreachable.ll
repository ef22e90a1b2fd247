; Control must not come to `unreachable`; where it does, the program traps.
; run: @f(i32 0) -> traps
; run: @f(i32 1) -> i32 5
; check x8632 x8664 @f: ud2

define i32 @f(i32 %a) {
  %c = icmp eq i32 %a, 0
  br i1 %c, label %bad, label %good
bad:
  unreachable
good:
  ret i32 5
}
