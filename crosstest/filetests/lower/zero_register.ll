; A register becomes zero by the shorter instruction where nobody reads the flags, and by the other where somebody does.
; recipes: O2
; run: @zero(i32 5) -> i32 0
; check x8632 x8664 @zero: xor eax, eax
; run: @or_zero(i32 5, i32 6) -> i32 5
; run: @or_zero(i32 6, i32 5) -> i32 0
; run: @or_zero(i32 -1, i32 1) -> i32 -1
; run: @wide_zero(i32 5) -> i64 0
; check x8632 @wide_zero: xor e
; check x8632 @wide_zero: xor e
; run: @narrow_zero(i32 5, i32 6) -> i32 0
define i32 @zero(i32 %x) {
  ret i32 0
}
define i32 @or_zero(i32 %x, i32 %y) {
  %c = icmp slt i32 %x, %y
  %r = select i1 %c, i32 %x, i32 0
  ret i32 %r
}
define i64 @wide_zero(i32 %x) {
  ret i64 0
}
define i32 @narrow_zero(i32 %x, i32 %y) {
entry:
  %c = icmp ult i32 %x, %y
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %r = phi i32 [ 0, %a ], [ %y, %entry ]
  ret i32 %r
}
