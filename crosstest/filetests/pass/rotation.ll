; Two shifts that are joined are a rotation, where the word has an instruction for it.
; recipes: O2
; run: @left7(i32 -2023406815) -> i32 -1298034493
; run: @by_sum(i32 1) -> i32 -2147483648
; run: @no_rotation(i32 -1) -> i32 -1
; run: @narrow(i32 33153) -> i32 771
; run: @wide(i64 81985529205302085) -> i64 1311768467284833360
; run: @almost(i32 -2023406815) -> i32 -1298034553
; check x8632 x8664 @left7: rol
; check-not x8632 x8664 @left7: sh
; check arm32 @left7: ror
; check-not arm32 @left7: ls
; check mips32 @left7: rotr
; check-not mips32 @left7: s...l
; check x8632 x8664 @by_sum: rol
; check-not x8632 x8664 arm32 mips32 @almost: ro
; check-not x8632 x8664 arm32 mips32 @no_rotation: ro
; check-not x8632 x8664 arm32 mips32 @narrow: ro
; check x8664 @wide: rol
define i32 @left7(i32 %x) {
  %up = shl i32 %x, 7
  %down = lshr i32 %x, 25
  %r = or i32 %up, %down
  ret i32 %r
}
define i32 @by_sum(i32 %x) {
  %down = lshr i32 %x, 1
  %up = shl i32 %x, 31
  %r = add i32 %down, %up
  ret i32 %r
}
define i32 @no_rotation(i32 %x) {
  %down = ashr i32 %x, 8
  %up = shl i32 %x, 24
  %r = or i32 %down, %up
  ret i32 %r
}
define i32 @narrow(i32 %x) {
  %n = trunc i32 %x to i16
  %up = shl i16 %n, 1
  %down = lshr i16 %n, 15
  %r = or i16 %up, %down
  %w = zext i16 %r to i32
  ret i32 %w
}
define i64 @wide(i64 %x) {
  %up = shl i64 %x, 4
  %down = lshr i64 %x, 60
  %r = or i64 %up, %down
  ret i64 %r
}
define i32 @almost(i32 %x) {
  %up = shl i32 %x, 7
  %down = lshr i32 %x, 24
  %r = or i32 %up, %down
  ret i32 %r
}
