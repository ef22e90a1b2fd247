; Constant expressions: addresses with offsets, casts of numbers, sums.
; run: @inside() -> i32 7
; run: @sum() -> i32 12
; dump module:
;| target datalayout = "e-p:32:32-i64:64"
;| target triple = "le32-unknown-nacl"
;|
;| @cell = internal constant [8 x i8] c"\05\00\00\00\07\00\00\00", align 4
;|
;| define i32 @inside() {
;| b0:
;|   %v0 = add i32 ptrtoint (ptr @cell to i32), 4
;|   %p0 = inttoptr i32 %v0 to ptr
;|   %v1 = load i32, ptr %p0, align 1
;|   ret i32 %v1
;| }
;|
;| define i32 @sum() {
;| b0:
;|   %v0 = add i32 7, 5
;|   ret i32 %v0
;| }

@cell = internal constant [8 x i8] c"\05\00\00\00\07\00\00\00", align 4

define i32 @inside() {
  %r = load i32* inttoptr (i32 add (i32 ptrtoint ([8 x i8]* @cell to i32), i32 4) to i32*), align 1
  ret i32 %r
}
define i32 @sum() {
  %r = add i32 add (i32 3, i32 4), sub (i32 9, i32 4)
  ret i32 %r
}
