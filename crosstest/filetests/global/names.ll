; Names with other characters than letters, names that programs also use in assembly, and none at all.
; run: @a.b$c(i32 1) -> i32 6
; run: @eax() -> i32 5
; dump module:
;| target datalayout = "e-p:32:32-i64:64"
;| target triple = "le32-unknown-nacl"
;|
;| @0 = internal global [4 x i8] c"\05\00\00\00", align 4
;|
;| define i32 @a.b$c(i32 %v0) {
;| b0:
;|   %v1 = load i32, ptr @0, align 1
;|   %v2 = add i32 %v0, %v1
;|   ret i32 %v2
;| }
;|
;| define i32 @eax() {
;| b0:
;|   %v0 = load i32, ptr @0, align 1
;|   ret i32 %v0
;| }

@0 = internal global [4 x i8] c"\05\00\00\00", align 4

define i32 @"a.b$c"(i32 %a) {
  %p = bitcast [4 x i8]* @0 to i32*
  %v = load i32* %p, align 1
  %r = add i32 %a, %v
  ret i32 %r
}
define i32 @eax() {
  %p = bitcast [4 x i8]* @0 to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
