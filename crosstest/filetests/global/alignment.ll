; Globals lie at multiples of what they ask for, and do not overlap.
; run: @low_bits() -> i32 0
; run: @apart() -> i32 1

@a = internal global [3 x i8] c"abc", align 1
@b = internal global [4 x i8] c"defg", align 128
@c = internal global [5 x i8] zeroinitializer, align 4096
@d = internal constant [2 x i8] c"hi", align 32

define i32 @low_bits() {
  %b = ptrtoint [4 x i8]* @b to i32
  %c = ptrtoint [5 x i8]* @c to i32
  %d = ptrtoint [2 x i8]* @d to i32
  %x = and i32 %b, 127
  %y = and i32 %c, 4095
  %z = and i32 %d, 31
  %s = or i32 %x, %y
  %r = or i32 %s, %z
  ret i32 %r
}
define i32 @apart() {
  %p = bitcast [4 x i8]* @b to i32*
  store i32 -1, i32* %p, align 1
  %q = bitcast [3 x i8]* @a to i8*
  %v = load i8* %q, align 1
  %c = icmp eq i8 %v, 97
  %r = zext i1 %c to i32
  ret i32 %r
}
