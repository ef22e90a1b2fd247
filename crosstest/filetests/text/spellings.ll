; One module in the spellings of old and new LLVM, with what carries nothing left out of the dump.
; run: @old(i32 1) -> i32 6
; run: @new(i32 1) -> i32 6
; run: @quoted(i32 2) -> i32 2
; dump @old:
;| function @old(i32 v0) {
;| b0:
;|   v1 = load i32, @cell, align 1
;|   v2 = add i32 v0, v1
;|   ret i32 v2
;| }
; dump @new:
;| function @new(i32 v0) {
;| b0:
;|   v1 = load i32, @cell, align 1
;|   v2 = add i32 v0, v1
;|   ret i32 v2
;| }

source_filename = "x.c"
target triple = "le32-unknown-nacl"
@cell = internal unnamed_addr global [4 x i8] c"\05\00\00\00", align 4
define i32 @old(i32 %a) nounwind readonly {
entry:
  %p = bitcast [4 x i8]* @cell to i32*
  %v = load i32* %p, align 1, !tbaa !0
  %r = add nsw i32 %a, %v
  ret i32 %r
}
define dso_local i32 @new(i32 noundef %0) local_unnamed_addr #0 {
  %2 = load i32, ptr @cell, align 1
  %3 = add nuw nsw i32 %0, %2
  ret i32 %3
}
define i32 @quoted(i32 %"a b") {
"the entry":
  br label %"x\41"
xA:
  ret i32 %"a b"
}
attributes #0 = { nounwind "frame-pointer"="none" }
!0 = !{!"int", !0}
