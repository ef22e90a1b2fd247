; A program that returns from _start has ended well.
; exit: 0
; stdout:

define void @_start(i32 %info) {
  ret void
}
