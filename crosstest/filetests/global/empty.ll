; A global of no bytes, and one that other modules may name.
; run: @f() -> i32 3
; dump module:
;| target datalayout = "e-p:32:32-i64:64"
;| target triple = "le32-unknown-nacl"
;|
;| @empty = internal constant [0 x i8] zeroinitializer, align 1
;| @shared = global [4 x i8] c"\03\00\00\00", align 4
;|
;| define i32 @f() {
;| b0:
;|   %v0 = load i32, ptr @shared, align 1
;|   ret i32 %v0
;| }

@empty = internal constant [0 x i8] zeroinitializer, align 1
@shared = global [4 x i8] c"\03\00\00\00", align 4

define i32 @f() {
  %p = bitcast [4 x i8]* @shared to i32*
  %r = load i32* %p, align 1
  ret i32 %r
}
