; The thread pointer is the same one every time.
; run: @same() -> i32 1

declare i8* @llvm.nacl.read.tp()

define i32 @same() {
  %a = call i8* @llvm.nacl.read.tp()
  %b = call i8* @llvm.nacl.read.tp()
  %x = ptrtoint i8* %a to i32
  %y = ptrtoint i8* %b to i32
  %c = icmp eq i32 %x, %y
  %r = zext i1 %c to i32
  ret i32 %r
}
