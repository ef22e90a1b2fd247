; Initial bytes: strings with escapes, arrays of numbers, their order in memory.
; run: @byte(i32 0) -> i32 104
; run: @byte(i32 4) -> i32 10
; run: @byte(i32 5) -> i32 255
; run: @word(i32 1) -> i32 0x04030201
; dump module:
;| target datalayout = "e-p:32:32-i64:64"
;| target triple = "le32-unknown-nacl"
;|
;| @string = internal constant [6 x i8] c"hell\0A\FF", align 1
;| @array = internal constant [5 x i8] c"\00\01\02\03\04", align 1
;|
;| define i32 @byte(i32 %v0) {
;| b0:
;|   %v1 = add i32 ptrtoint (ptr @string to i32), %v0
;|   %p0 = inttoptr i32 %v1 to ptr
;|   %v2 = load i8, ptr %p0, align 1
;|   %v3 = zext i8 %v2 to i32
;|   ret i32 %v3
;| }
;|
;| define i32 @word(i32 %v0) {
;| b0:
;|   %v1 = add i32 ptrtoint (ptr @array to i32), %v0
;|   %p0 = inttoptr i32 %v1 to ptr
;|   %v2 = load i32, ptr %p0, align 1
;|   ret i32 %v2
;| }

@string = internal constant [6 x i8] c"hell\0A\FF", align 1
@array = internal constant [5 x i8] [i8 0, i8 1, i8 2, i8 3, i8 4], align 1

define i32 @byte(i32 %i) {
  %b = ptrtoint [6 x i8]* @string to i32
  %a = add i32 %b, %i
  %p = inttoptr i32 %a to i8*
  %v = load i8* %p, align 1
  %r = zext i8 %v to i32
  ret i32 %r
}
define i32 @word(i32 %i) {
  %b = ptrtoint [5 x i8]* @array to i32
  %a = add i32 %b, %i
  %p = inttoptr i32 %a to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
