; The printed form of a module, which printing again does not change.
; run: @f(i32 3) -> i32 9
; dump module:
;| target datalayout = "e-p:32:32-i64:64"
;| target triple = "le32-unknown-nacl"
;|
;| @g = internal global <{ [2 x i8], i32 }> <{ [2 x i8] c"ab", i32 ptrtoint (ptr @f to i32) }>, align 2
;|
;| declare i32 @llvm.ctpop.i32(i32)
;|
;| define i32 @f(i32 %v0) {
;| b0:
;|   %v1 = call i32 @llvm.ctpop.i32(i32 %v0)
;|   switch i32 %v0, label %b2 [ i32 1, label %b1 i32 2, label %b1 ]
;| b1:
;|   ret i32 %v1
;| b2:
;|   %v2 = phi i32 [ %v1, %b0 ]
;|   %v3 = mul i32 %v2, %v0
;|   %v4 = add i32 %v3, %v0
;|   ret i32 %v4
;| }

declare i32 @llvm.ctpop.i32(i32)
@g = internal global <{ [2 x i8], i32 }> <{ [2 x i8] c"ab", i32 ptrtoint (i32 (i32)* @f to i32) }>, align 2
define i32 @f(i32 %a) {
entry:
  %n = call i32 @llvm.ctpop.i32(i32 %a)
  switch i32 %a, label %other [
    i32 1, label %one
    i32 2, label %one
  ]
one:
  ret i32 %n
other:
  %p = phi i32 [ %n, %entry ]
  %m = mul i32 %p, %a
  %r = add i32 %m, %a
  ret i32 %r
}
