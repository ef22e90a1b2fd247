; setjmp and longjmp: the second return, its value, values in memory, out of nested calls, several times.
; run: @plain() -> i32 0
; run: @jump(i32 5) -> i32 105
; run: @jump(i32 0) -> i32 101
; run: @out_of_calls(i32 20) -> i32 27
; run: @count(i32 10) -> i32 10
; run: @two_buffers(i32 1) -> i32 112
; run: @live_values(i32 3, i64 4, double 2.5)
; edges: @jump @out_of_calls @live_values

@buffer = internal global [1024 x i8] zeroinitializer, align 8
@other = internal global [1024 x i8] zeroinitializer, align 8
@counter = internal global [4 x i8] zeroinitializer, align 4
declare i32 @llvm.nacl.setjmp(i8*)
declare void @llvm.nacl.longjmp(i8*, i32)
define i32 @plain() {
  %b = bitcast [1024 x i8]* @buffer to i8*
  %r = call i32 @llvm.nacl.setjmp(i8* %b)
  ret i32 %r
}
define i32 @jump(i32 %value) {
entry:
  %b = bitcast [1024 x i8]* @buffer to i8*
  %r = call i32 @llvm.nacl.setjmp(i8* %b)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %first, label %second
first:
  call void @llvm.nacl.longjmp(i8* %b, i32 %value)
  unreachable
second:
  %s = add i32 %r, 100
  ret i32 %s
}
define internal void @deeper(i32 %n, i32 %b) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %leap, label %more
leap:
  %p = inttoptr i32 %b to i8*
  call void @llvm.nacl.longjmp(i8* %p, i32 7)
  unreachable
more:
  %m = sub i32 %n, 1
  call void @deeper(i32 %m, i32 %b)
  %q = bitcast [4 x i8]* @counter to i32*
  store i32 99, i32* %q, align 1
  ret void
}
define i32 @out_of_calls(i32 %n) {
entry:
  %b = bitcast [1024 x i8]* @buffer to i8*
  %bi = ptrtoint [1024 x i8]* @buffer to i32
  %depth = and i32 %n, 255
  %q = bitcast [4 x i8]* @counter to i32*
  store i32 %depth, i32* %q, align 1
  %r = call i32 @llvm.nacl.setjmp(i8* %b)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %first, label %second
first:
  call void @deeper(i32 %depth, i32 %bi)
  ret i32 -1
second:
  %v = load i32* %q, align 1
  %s = add i32 %r, %v
  ret i32 %s
}
define i32 @count(i32 %n) {
entry:
  %b = bitcast [1024 x i8]* @buffer to i8*
  %q = bitcast [4 x i8]* @counter to i32*
  %r = call i32 @llvm.nacl.setjmp(i8* %b)
  %v = load i32* %q, align 1
  %c = icmp ult i32 %v, %n
  br i1 %c, label %again, label %end
again:
  %w = add i32 %v, 1
  store i32 %w, i32* %q, align 1
  call void @llvm.nacl.longjmp(i8* %b, i32 %w)
  unreachable
end:
  ret i32 %r
}
define i32 @two_buffers(i32 %n) {
entry:
  %b = bitcast [1024 x i8]* @buffer to i8*
  %o = bitcast [1024 x i8]* @other to i8*
  %r = call i32 @llvm.nacl.setjmp(i8* %b)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %inner, label %end
inner:
  %s = call i32 @llvm.nacl.setjmp(i8* %o)
  %d = icmp eq i32 %s, 0
  br i1 %d, label %leap, label %outer
leap:
  call void @llvm.nacl.longjmp(i8* %o, i32 %n)
  unreachable
outer:
  %t = add i32 %s, 10
  call void @llvm.nacl.longjmp(i8* %b, i32 %t)
  unreachable
end:
  %u = add i32 %r, 101
  ret i32 %u
}
define double @live_values(i32 %a, i64 %x, double %y) {
entry:
  %b = bitcast [1024 x i8]* @buffer to i8*
  %a1 = add i32 %a, 1
  %x1 = mul i64 %x, 3
  %y1 = fadd double %y, 1.0
  %r = call i32 @llvm.nacl.setjmp(i8* %b)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %first, label %second
first:
  call void @llvm.nacl.longjmp(i8* %b, i32 3)
  unreachable
second:
  %aw = sitofp i32 %a1 to double
  %xw = sitofp i64 %x1 to double
  %rw = sitofp i32 %r to double
  %s = fadd double %aw, %xw
  %t = fmul double %s, %rw
  %u = fadd double %t, %y1
  ret double %u
}
