; Functions of the program that are called like helpers (a C library has them): calls of the program reach these, and what an instruction
; becomes reaches the helper. In the object there are two symbols of one name.
; run: @both(i32 5) -> i32 1065
; run: @both(i32 0) -> i32 1060
; run: @remainder(i64 100, i64 7) -> i64 1002
declare void @llvm.memset.p0i8.i32(i8*, i8, i32, i32, i1)
define internal i32 @memset(i32 %p, i32 %c, i32 %n) {
  %s = add i32 %c, %n
  %r = add i32 %s, 1000
  ret i32 %r
}
define internal i64 @__umoddi3(i64 %a, i64 %b) {
  ret i64 1000
}
define i32 @both(i32 %n) {
  %a = alloca i8, i32 64, align 8
  call void @llvm.memset.p0i8.i32(i8* %a, i8 7, i32 64, i32 1, i1 false)
  call void @llvm.memset.p0i8.i32(i8* %a, i8 1, i32 %n, i32 1, i1 false)
  %i = ptrtoint i8* %a to i32
  %r = call i32 @memset(i32 %i, i32 10, i32 50)
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %k2, %next ]
  %sum = phi i32 [ 0, %0 ], [ %sum2, %next ]
  %done = icmp eq i32 %k, 64
  br i1 %done, label %end, label %next
next:
  %pa = add i32 %i, %k
  %p = inttoptr i32 %pa to i8*
  %v = load i8, i8* %p, align 1
  %is = icmp eq i8 %v, 1
  %one = zext i1 %is to i32
  %sum2 = add i32 %sum, %one
  %k2 = add i32 %k, 1
  br label %loop
end:
  %total = add i32 %r, %sum
  ret i32 %total
}
define i64 @remainder(i64 %a, i64 %b) {
  %r = urem i64 %a, %b
  %o = call i64 @__umoddi3(i64 %a, i64 %b)
  %s = add i64 %r, %o
  ret i64 %s
}
