; A function's address with an addend, as an initial value.
; run: @f() -> i32 4
@a = internal global i32 add (i32 ptrtoint (i32 ()* @f to i32), i32 4), align 4
define i32 @f() {
  %v = load i32* @a, align 1
  %x = ptrtoint i32 ()* @f to i32
  %r = sub i32 %v, %x
  ret i32 %r
}
