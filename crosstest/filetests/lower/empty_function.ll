; A function that does nothing: the code in full.
; run: @f()
; asm x8632/Om1 @f:
;|   ret
; asm x8664/Om1 @f:
;|   ret
; asm arm32/Om1 @f:
;|   bx lr

define void @f() {
  ret void
}
