; An index out of the upper bits of a word.
; run: @f(i32 33554432) -> i32 3
@g = internal global [4 x i8] c"\01\02\03\04", align 4
define i32 @f(i32 %x) {
  %p = ptrtoint [4 x i8]* @g to i32
  %i = lshr i32 %x, 24
  %a = add i32 %p, %i
  %q = inttoptr i32 %a to i8*
  %v = load i8* %q, align 1
  %r = zext i8 %v to i32
  ret i32 %r
}
