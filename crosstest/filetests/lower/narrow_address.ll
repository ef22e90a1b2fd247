; A number of which only the low half is an address: what is above must not count.
; run: @low_half(i64 0x500000001) -> i32 98
; run: @low_half(i64 0xffffffff00000003) -> i32 100
; run: @through_a_sum(i64 0x100000002) -> i32 99
; run: @back(i64 -2) -> i32 98
; run: @back(i64 0x5fffffffd) -> i32 97

@bytes = internal global [4 x i8] c"abcd"

define i32 @low_half(i64 %a) {
  %b = ptrtoint [4 x i8]* @bytes to i32
  %w = zext i32 %b to i64
  %s = add i64 %w, %a
  %t = trunc i64 %s to i32
  %p = inttoptr i32 %t to i8*
  %v = load i8* %p, align 1
  %r = zext i8 %v to i32
  ret i32 %r
}
define i32 @through_a_sum(i64 %a) {
  %t = trunc i64 %a to i32
  %b = ptrtoint [4 x i8]* @bytes to i32
  %s = add i32 %b, %t
  %p = inttoptr i32 %s to i8*
  %v = load i8* %p, align 1
  %r = zext i8 %v to i32
  ret i32 %r
}
define i32 @back(i64 %a) {
  %t = trunc i64 %a to i32
  %b = ptrtoint [4 x i8]* @bytes to i32
  %c = add i32 %b, 3
  %s = add i32 %c, %t
  %p = inttoptr i32 %s to i8*
  %v = load i8* %p, align 1
  %r = zext i8 %v to i32
  ret i32 %r
}
