; Repeated expressions at O0: a later one that equals an earlier one of its block becomes its name, so that what uses either is equal, too.
; recipes: O0
; run: @tramps(i32 3, i32 4) -> i32 10
; check x8632 x8664 arm32 @tramps: mul
; check-not x8632 x8664 arm32 @tramps: mul
; run: @constants(i32 5) -> i32 26
; check-not x8632 x8664 @constants: mul
; run: @blocks(i32 3, i32 4, i32 0) -> i32 12

; 3 fadd 1, 2; 4 fadd 1, 2; 15 fadd 3, 8; 16 fadd 4, 8.
define i32 @tramps(i32 %x, i32 %y) {
  %three = mul i32 %x, %y
  %four = mul i32 %y, %x
  %fifteen = xor i32 %three, %x
  %sixteen = xor i32 %four, %x
  %same = sub i32 %fifteen, %sixteen
  %r = add i32 %same, 10
  ret i32 %r
}
define i32 @constants(i32 %x) {
  %seven = add i32 3, 4
  %fourth = mul i32 4, %x
  %less = sub i32 %fourth, %seven
  %r = add i32 %less, 13
  ret i32 %r
}
define i32 @blocks(i32 %x, i32 %y, i32 %c) {
entry:
  %first = mul i32 %x, %y
  %is = icmp eq i32 %c, 0
  br i1 %is, label %then, label %end
then:
  %second = mul i32 %x, %y
  br label %end
end:
  %r = phi i32 [ %first, %entry ], [ %second, %then ]
  ret i32 %r
}
