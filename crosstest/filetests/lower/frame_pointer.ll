; A frame whose size is not known in advance is addressed through the frame pointer, and taken down through it.
; run: @dynamic(i32 16) -> i32 7
; run: @fixed() -> i32 7
; check x8632 @dynamic: push ebp
; check x8632 @dynamic: mov ebp, esp
; check x8632 @dynamic: pop ebp
; check x8664 @dynamic: mov rbp, rsp
; check-not x8632 @fixed: push ebp
; check-not x8664 @fixed: push rbp

define i32 @dynamic(i32 %n) {
  %o = alloca i8, i32 %n, align 4
  %p = bitcast i8* %o to i32*
  store i32 7, i32* %p, align 1
  %r = load i32* %p, align 1
  ret i32 %r
}
define i32 @fixed() {
  %a = add i32 3, 4
  ret i32 %a
}
