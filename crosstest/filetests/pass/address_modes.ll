; Addresses that wrap around, and indices with offsets that are scaled twice.
; run: @scaled_offset(i32 1) -> i32 2006
; run: @minus_one(i32 3) -> i32 12
; run: @below_symbol(i32 -4) -> i32 9

@cell = internal global [8 x i8] c"\07\00\00\00\09\00\00\00", align 8
@words = internal global [64 x i8] zeroinitializer, align 8

define i32 @scaled_offset(i32 %a) {
entry:
  %base = ptrtoint [64 x i8]* @words to i32
  %last = add i32 %base, 32
  %p = inttoptr i32 %last to i32*
  store i32 6, i32* %p, align 1
  %second = add i32 %base, 16
  %q = inttoptr i32 %second to i32*
  store i32 2000, i32* %q, align 1
  br label %next
next:
  %i = add i32 %a, 3
  %times4 = shl i32 %i, 2
  %times8 = shl i32 %i, 3
  %x = add i32 %base, %times4
  %y = add i32 %base, %times8
  %px = inttoptr i32 %x to i32*
  %py = inttoptr i32 %y to i32*
  %vx = load i32* %px, align 1
  %vy = load i32* %py, align 1
  %r = add i32 %vx, %vy
  ret i32 %r
}
define i32 @minus_one(i32 %a) {
  %base = ptrtoint [64 x i8]* @words to i32
  %start = add i32 %base, 4
  %p = inttoptr i32 %base to i32*
  store i32 12, i32* %p, align 1
  %i = sub i32 2, %a
  %times4 = shl i32 %i, 2
  %x = add i32 %start, %times4
  %px = inttoptr i32 %x to i32*
  %r = load i32* %px, align 1
  ret i32 %r
}
define i32 @below_symbol(i32 %a) {
  %base = ptrtoint [64 x i8]* @words to i32
  %x = add i32 %base, %a
  %px = inttoptr i32 %x to i32*
  %r = load i32* %px, align 1
  ret i32 %r
}
