; Arguments on the stack of a function whose frame is larger than some offsets reach: 4096 bytes on ARM, 32768 on MIPS.
; run: @over_4096(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10) -> i32 109
; run: @over_32768(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10) -> i32 109
; run: @called(i32 5) -> i32 1009

define i32 @over_4096(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g, i32 %h, i32 %i, i32 %j) {
  %room = alloca i8, i32 5000, align 4
  %p = ptrtoint i8* %room to i32
  %q = inttoptr i32 %p to i32*
  store i32 %i, i32* %q, align 1
  %ten = mul i32 %j, 10
  %v = load i32* %q, align 1
  %r = add i32 %v, %ten
  ret i32 %r
}
define i32 @over_32768(i32 %a, i32 %b, i32 %c, i32 %d, i32 %e, i32 %f, i32 %g, i32 %h, i32 %i, i32 %j) {
  %room = alloca i8, i32 32760, align 4
  %p = ptrtoint i8* %room to i32
  %q = inttoptr i32 %p to i32*
  store i32 %i, i32* %q, align 1
  %ten = mul i32 %j, 10
  %v = load i32* %q, align 1
  %r = add i32 %v, %ten
  ret i32 %r
}
define i32 @called(i32 %a) {
  %x = call i32 @over_4096(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 9, i32 50)
  %y = call i32 @over_32768(i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 %a, i32 0, i32 50)
  %r = add i32 %x, %y
  ret i32 %r
}
