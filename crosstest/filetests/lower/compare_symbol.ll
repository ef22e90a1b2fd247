; The address of a global as the left operand of a signed comparison.
; run: @compare_with_symbol(i32 -1) -> i32 2

@words = internal global [64 x i8] zeroinitializer, align 8

define i32 @compare_with_symbol(i32 %a) {
  %base = ptrtoint [64 x i8]* @words to i32
  %less = icmp slt i32 %base, %a
  %not = icmp sge i32 %base, %a
  %x = zext i1 %less to i32
  %y = zext i1 %not to i32
  %two = shl i32 %y, 1
  %r = or i32 %x, %two
  ret i32 %r
}
