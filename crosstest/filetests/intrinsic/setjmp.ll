; setjmp returns twice: 0 at first, then what longjmp says, or 1 if that is 0. Memory keeps what was stored in between.
; run: @f(i32 7) -> i32 1007
; run: @f(i32 0) -> i32 1001
; run: @f(i32 -1) -> i32 999
; run: @not_jumped() -> i32 0
; run: @in_callee(i32 3) -> i32 3

@cell = internal global [4 x i8] zeroinitializer, align 4
declare i32 @llvm.nacl.setjmp(i8*)
declare void @llvm.nacl.longjmp(i8*, i32)

define i32 @f(i32 %a) {
  %buffer = alloca i8, i32 1024, align 8
  %p = bitcast [4 x i8]* @cell to i32*
  %came = call i32 @llvm.nacl.setjmp(i8* %buffer)
  %first = icmp eq i32 %came, 0
  br i1 %first, label %jump, label %back
jump:
  store i32 1000, i32* %p, align 1
  call void @llvm.nacl.longjmp(i8* %buffer, i32 %a)
  unreachable
back:
  %stored = load i32* %p, align 1
  %r = add i32 %stored, %came
  ret i32 %r
}
define i32 @not_jumped() {
  %buffer = alloca i8, i32 1024, align 8
  %r = call i32 @llvm.nacl.setjmp(i8* %buffer)
  ret i32 %r
}
define internal void @jump(i32 %depth, i32 %a, i32 %at) {
  %end = icmp eq i32 %depth, 0
  br i1 %end, label %now, label %deeper
now:
  %buffer = inttoptr i32 %at to i8*
  call void @llvm.nacl.longjmp(i8* %buffer, i32 %a)
  unreachable
deeper:
  %next = sub i32 %depth, 1
  call void @jump(i32 %next, i32 %a, i32 %at)
  ret void
}
define i32 @in_callee(i32 %a) {
  %buffer = alloca i8, i32 1024, align 8
  %at = ptrtoint i8* %buffer to i32
  %came = call i32 @llvm.nacl.setjmp(i8* %buffer)
  %first = icmp eq i32 %came, 0
  br i1 %first, label %go, label %back
go:
  call void @jump(i32 10, i32 %a, i32 %at)
  ret i32 -1
back:
  ret i32 %came
}
