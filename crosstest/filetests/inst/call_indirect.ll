; Calls through an address, which may come from memory, from a choice or from an argument. An address of no function traps.
; run: @through_table(i32 0, i32 7) -> i32 8
; run: @through_table(i32 1, i32 7) -> i32 14
; run: @chosen(i32 1, i32 5) -> i32 6
; run: @chosen(i32 0, i32 5) -> i32 10
; run: @to_nothing(i32 0) -> traps
; check x8632 @chosen: call e
; check x8664 @chosen: call r
; check arm32 @chosen: blx

; Two entries of a name and a function.
@table = internal constant <{ [12 x i8], i32, [12 x i8], i32 }> <{ [12 x i8] c"next\00\00\00\00\00\00\00\00", i32 ptrtoint (i32 (i32)* @next to i32), [12 x i8] c"twice\00\00\00\00\00\00\00", i32 ptrtoint (i32 (i32)* @twice to i32) }>, align 4

define internal i32 @next(i32 %a) {
  %r = add i32 %a, 1
  ret i32 %r
}
define internal i32 @twice(i32 %a) {
  %r = shl i32 %a, 1
  ret i32 %r
}
define i32 @through_table(i32 %i, i32 %a) {
  %t = ptrtoint <{ [12 x i8], i32, [12 x i8], i32 }>* @table to i32
  %o = shl i32 %i, 4
  %e = add i32 %t, %o
  %s = add i32 %e, 12
  %p = inttoptr i32 %s to i32*
  %f = load i32* %p, align 1
  %g = inttoptr i32 %f to i32 (i32)*
  %r = call i32 %g(i32 %a)
  ret i32 %r
}
define i32 @chosen(i32 %c, i32 %a) {
  %b = trunc i32 %c to i1
  %next = ptrtoint i32 (i32)* @next to i32
  %twice = ptrtoint i32 (i32)* @twice to i32
  %f = select i1 %b, i32 %next, i32 %twice
  %g = inttoptr i32 %f to i32 (i32)*
  %r = call i32 %g(i32 %a)
  ret i32 %r
}
define i32 @to_nothing(i32 %a) {
  %g = inttoptr i32 %a to i32 (i32)*
  %r = call i32 %g(i32 %a)
  ret i32 %r
}
