; The thread pointer: the same wherever it is read; nothing else is known of it in a function that is called alone.
; run: @read()
; run: @twice() -> i32 0

declare i8* @llvm.nacl.read.tp()
declare i32 @outside(i32)
define i32 @read() {
  %p = call i8* @llvm.nacl.read.tp()
  %r = ptrtoint i8* %p to i32
  ret i32 %r
}
define i32 @twice() {
  %p = call i8* @llvm.nacl.read.tp()
  %x = call i32 @outside(i32 1)
  %q = call i8* @llvm.nacl.read.tp()
  %a = ptrtoint i8* %p to i32
  %b = ptrtoint i8* %q to i32
  %r = sub i32 %a, %b
  ret i32 %r
}
