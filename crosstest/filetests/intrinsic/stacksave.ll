; What is allocated after stacksave is gone after stackrestore, so that a loop does not run out of stack.
; run: @loop(i32 5000) -> i32 12497500
; run: @same() -> i32 1

declare i8* @llvm.stacksave()
declare void @llvm.stackrestore(i8*)

; The sum of the numbers below n, each through 4096 bytes of its own.
define i32 @loop(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %end
body:
  %saved = call i8* @llvm.stacksave()
  %size = add i32 4096, 0
  %p = alloca i8, i32 %size, align 4
  %q = bitcast i8* %p to i32*
  store i32 %i, i32* %q, align 1
  %v = load i32* %q, align 1
  call void @llvm.stackrestore(i8* %saved)
  %t = add i32 %s, %v
  %j = add i32 %i, 1
  br label %head
end:
  ret i32 %s
}
define i32 @same() {
  %a = call i8* @llvm.stacksave()
  %x = ptrtoint i8* %a to i32
  %size = add i32 64, 0
  %p = alloca i8, i32 %size, align 4
  call void @llvm.stackrestore(i8* %a)
  %b = call i8* @llvm.stacksave()
  %y = ptrtoint i8* %b to i32
  %c = icmp eq i32 %x, %y
  %r = zext i1 %c to i32
  ret i32 %r
}
