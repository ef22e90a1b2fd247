; On ARM an `or` shifts its operand by a register, and halves of a pair that is shifted so are joined; what is stored at an index that it is
; itself is read once.
; recipes: O2
; run: @bit(i32 5, i32 9) -> i32 517
; check arm32 @bit: orr ... lsl
; check-not arm32 @bit: lsl
; run: @down(i32 1, i32 -1, i32 28) -> i32 15
; check arm32 @down: orr ... lsr
; run: @wide(i64 81985529205302085, i32 20) -> i64 78187493520
; run: @wide(i64 81985529205302085, i32 40) -> i64 74565
; run: @wide_left(i64 81985529205302085, i32 36) -> i64 -8065326464465108992
; check arm32 @wide: lsr
; check arm32 @wide: orr ... lsl
; run: @indexed(i32 3) -> i32 3
; check arm32 @indexed: str
; check-not arm32 @indexed: mov
; edges: @bit @down @wide @wide_left
@cells = internal global [32 x i8] zeroinitializer, align 4
define i32 @bit(i32 %x, i32 %n) {
  %s = shl i32 1, %n
  %r = or i32 %x, %s
  ret i32 %r
}
define i32 @down(i32 %x, i32 %y, i32 %n) {
  %s = lshr i32 %y, %n
  %r = or i32 %s, %x
  ret i32 %r
}
define i64 @wide(i64 %x, i32 %n) {
  %w = zext i32 %n to i64
  %s = lshr i64 %x, %w
  ret i64 %s
}
define i64 @wide_left(i64 %x, i32 %n) {
  %w = zext i32 %n to i64
  %s = shl i64 %x, %w
  ret i64 %s
}
define i32 @indexed(i32 %i) {
  %base = ptrtoint [32 x i8]* @cells to i32
  %by = shl i32 %i, 2
  %a = add i32 %base, %by
  %p = inttoptr i32 %a to i32*
  store i32 %i, i32* %p, align 1
  %b = add i32 %base, 12
  %q = inttoptr i32 %b to i32*
  %r = load i32* %q, align 1
  ret i32 %r
}
