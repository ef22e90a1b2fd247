; A symbol with a negative offset: the carry from the lower half of the address.
; run: @f() -> i32 1684234849
@a = internal global [4 x i8] c"abcd", align 4
@b = internal global [4 x i8] c"efgh", align 4
define i32 @f() {
  %p = ptrtoint [4 x i8]* @b to i32
  %q = sub i32 %p, 4
  %r = inttoptr i32 %q to i32*
  %v = load i32* %r, align 1
  ret i32 %v
}
