; The forms of switches: a table where the cases lie close, a bit test for a few targets, a subtraction and one comparison for a range,
; binary search elsewhere. The bounds of a table are checked without sign.
; run: @table(i32 3) -> i32 14
; run: @table(i32 -1) -> i32 0
; run: @table(i32 6) -> i32 0
; run: @bits(i32 17) -> i32 1
; run: @bits(i32 18) -> i32 0
; run: @range(i32 19) -> i32 1
; run: @range(i32 20) -> i32 0
; run: @wide(i64 4294967299) -> i32 14
; run: @wide(i64 3) -> i32 0
; check x8632/O2 @table: cmp eax, 6
; check x8632/O2 @table: jae
; check x8632/O2 @table: jmp dword ptr
; check x8664/O2 @table: jmp r
; check arm32/O2 @table: add pc, pc
; check mips32/O2 @table: sltiu
; check mips32/O2 @table: lw $at
; check mips32/O2 @table: jr $at
; check x8632/O2 @bits: bt e
; check arm32/O2 @bits: tst
; check mips32/O2 @bits: srlv
; check x8632/O2 @range: cmp ... 0xa
; check-not x8632/O2 @range: cmp
; check x8632/O2 @wide: sbb
; check x8632/O2 @wide: jmp dword ptr
; check arm32/O2 @wide: cmpeq

define i32 @table(i32 %a) {
  switch i32 %a, label %default [
    i32 0, label %case0
    i32 1, label %case1
    i32 2, label %case2
    i32 3, label %case3
    i32 4, label %case0
    i32 5, label %case1
  ]
case0:
  ret i32 11
case1:
  ret i32 12
case2:
  ret i32 13
case3:
  ret i32 14
default:
  ret i32 0
}
define i32 @bits(i32 %a) {
  switch i32 %a, label %default [
    i32 1, label %case
    i32 4, label %case
    i32 9, label %case
    i32 17, label %case
    i32 23, label %case
  ]
case:
  ret i32 1
default:
  ret i32 0
}
define i32 @range(i32 %a) {
  switch i32 %a, label %default [
    i32 10, label %case
    i32 11, label %case
    i32 12, label %case
    i32 13, label %case
    i32 14, label %case
    i32 15, label %case
    i32 16, label %case
    i32 17, label %case
    i32 18, label %case
    i32 19, label %case
  ]
case:
  ret i32 1
default:
  ret i32 0
}
define i32 @wide(i64 %a) {
  switch i64 %a, label %default [
    i64 4294967296, label %case0
    i64 4294967297, label %case1
    i64 4294967298, label %case2
    i64 4294967299, label %case3
    i64 4294967300, label %case0
    i64 4294967301, label %case1
  ]
case0:
  ret i32 11
case1:
  ret i32 12
case2:
  ret i32 13
case3:
  ret i32 14
default:
  ret i32 0
}
