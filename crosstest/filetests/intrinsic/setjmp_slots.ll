; Variables in the frame that only the second return of setjmp reads: what the first one goes on with must not take their places.
; run: @f(i32 7) -> i32 242
; run: @g(i32 7) -> i32 242

declare i32 @llvm.nacl.setjmp(i8*)
declare void @llvm.nacl.longjmp(i8*, i32)

define internal i32 @other(i32 %i) {
  %r = mul i32 %i, 77
  ret i32 %r
}
define internal void @jump(i32 %b, i32 %v) {
  %p = inttoptr i32 %b to i8*
  call void @llvm.nacl.longjmp(i8* %p, i32 %v)
  ret void
}
define i32 @f(i32 %a) {
entry:
  %buffer = alloca i8, i32 1024, align 8
  %b = ptrtoint i8* %buffer to i32
  %x0 = mul i32 %a, 1009
  %x1 = mul i32 %a, 1011
  %x2 = mul i32 %a, 1013
  %x3 = mul i32 %a, 1015
  %x4 = mul i32 %a, 1017
  %x5 = mul i32 %a, 1019
  %x6 = mul i32 %a, 1021
  %x7 = mul i32 %a, 1023
  %x8 = mul i32 %a, 1025
  %x9 = mul i32 %a, 1027
  %x10 = mul i32 %a, 1029
  %x11 = mul i32 %a, 1031
  %x12 = mul i32 %a, 1033
  %x13 = mul i32 %a, 1035
  %x14 = mul i32 %a, 1037
  %x15 = mul i32 %a, 1039
  %x16 = mul i32 %a, 1041
  %x17 = mul i32 %a, 1043
  %p = inttoptr i32 %b to i8*
  %r = call i32 @llvm.nacl.setjmp(i8* %p)
  %first = icmp eq i32 %r, 0
  br i1 %first, label %go_on, label %again
go_on:
  %y0 = call i32 @other(i32 0)
  %y1 = call i32 @other(i32 1)
  %y2 = call i32 @other(i32 2)
  %y3 = call i32 @other(i32 3)
  %y4 = call i32 @other(i32 4)
  %y5 = call i32 @other(i32 5)
  %y6 = call i32 @other(i32 6)
  %y7 = call i32 @other(i32 7)
  %y8 = call i32 @other(i32 8)
  %y9 = call i32 @other(i32 9)
  %y10 = call i32 @other(i32 10)
  %y11 = call i32 @other(i32 11)
  %y12 = call i32 @other(i32 12)
  %y13 = call i32 @other(i32 13)
  %y14 = call i32 @other(i32 14)
  %y15 = call i32 @other(i32 15)
  %y16 = call i32 @other(i32 16)
  %y17 = call i32 @other(i32 17)
  call void @jump(i32 %b, i32 1)
  %t1 = add i32 %y0, %y1
  %t2 = add i32 %t1, %y2
  %t3 = add i32 %t2, %y3
  %t4 = add i32 %t3, %y4
  %t5 = add i32 %t4, %y5
  %t6 = add i32 %t5, %y6
  %t7 = add i32 %t6, %y7
  %t8 = add i32 %t7, %y8
  %t9 = add i32 %t8, %y9
  %t10 = add i32 %t9, %y10
  %t11 = add i32 %t10, %y11
  %t12 = add i32 %t11, %y12
  %t13 = add i32 %t12, %y13
  %t14 = add i32 %t13, %y14
  %t15 = add i32 %t14, %y15
  %t16 = add i32 %t15, %y16
  %t17 = add i32 %t16, %y17
  ret i32 %t17
again:
  %s1 = xor i32 %x0, %x1
  %s2 = xor i32 %s1, %x2
  %s3 = xor i32 %s2, %x3
  %s4 = xor i32 %s3, %x4
  %s5 = xor i32 %s4, %x5
  %s6 = xor i32 %s5, %x6
  %s7 = xor i32 %s6, %x7
  %s8 = xor i32 %s7, %x8
  %s9 = xor i32 %s8, %x9
  %s10 = xor i32 %s9, %x10
  %s11 = xor i32 %s10, %x11
  %s12 = xor i32 %s11, %x12
  %s13 = xor i32 %s12, %x13
  %s14 = xor i32 %s13, %x14
  %s15 = xor i32 %s14, %x15
  %s16 = xor i32 %s15, %x16
  %s17 = xor i32 %s16, %x17
  ret i32 %s17
}
; The same with the second return first in the order of blocks, where the variables seem to end.
define i32 @g(i32 %a) {
entry:
  %buffer = alloca i8, i32 1024, align 8
  %b = ptrtoint i8* %buffer to i32
  %x0 = mul i32 %a, 1009
  %x1 = mul i32 %a, 1011
  %x2 = mul i32 %a, 1013
  %x3 = mul i32 %a, 1015
  %x4 = mul i32 %a, 1017
  %x5 = mul i32 %a, 1019
  %x6 = mul i32 %a, 1021
  %x7 = mul i32 %a, 1023
  %x8 = mul i32 %a, 1025
  %x9 = mul i32 %a, 1027
  %x10 = mul i32 %a, 1029
  %x11 = mul i32 %a, 1031
  %x12 = mul i32 %a, 1033
  %x13 = mul i32 %a, 1035
  %x14 = mul i32 %a, 1037
  %x15 = mul i32 %a, 1039
  %x16 = mul i32 %a, 1041
  %x17 = mul i32 %a, 1043
  %p = inttoptr i32 %b to i8*
  %r = call i32 @llvm.nacl.setjmp(i8* %p)
  %first = icmp eq i32 %r, 0
  br i1 %first, label %go_on, label %again
again:
  %s1 = xor i32 %x0, %x1
  %s2 = xor i32 %s1, %x2
  %s3 = xor i32 %s2, %x3
  %s4 = xor i32 %s3, %x4
  %s5 = xor i32 %s4, %x5
  %s6 = xor i32 %s5, %x6
  %s7 = xor i32 %s6, %x7
  %s8 = xor i32 %s7, %x8
  %s9 = xor i32 %s8, %x9
  %s10 = xor i32 %s9, %x10
  %s11 = xor i32 %s10, %x11
  %s12 = xor i32 %s11, %x12
  %s13 = xor i32 %s12, %x13
  %s14 = xor i32 %s13, %x14
  %s15 = xor i32 %s14, %x15
  %s16 = xor i32 %s15, %x16
  %s17 = xor i32 %s16, %x17
  ret i32 %s17
go_on:
  %y0 = call i32 @other(i32 0)
  %y1 = call i32 @other(i32 1)
  %y2 = call i32 @other(i32 2)
  %y3 = call i32 @other(i32 3)
  %y4 = call i32 @other(i32 4)
  %y5 = call i32 @other(i32 5)
  %y6 = call i32 @other(i32 6)
  %y7 = call i32 @other(i32 7)
  %y8 = call i32 @other(i32 8)
  %y9 = call i32 @other(i32 9)
  %y10 = call i32 @other(i32 10)
  %y11 = call i32 @other(i32 11)
  %y12 = call i32 @other(i32 12)
  %y13 = call i32 @other(i32 13)
  %y14 = call i32 @other(i32 14)
  %y15 = call i32 @other(i32 15)
  %y16 = call i32 @other(i32 16)
  %y17 = call i32 @other(i32 17)
  call void @jump(i32 %b, i32 1)
  %t1 = add i32 %y0, %y1
  %t2 = add i32 %t1, %y2
  %t3 = add i32 %t2, %y3
  %t4 = add i32 %t3, %y4
  %t5 = add i32 %t4, %y5
  %t6 = add i32 %t5, %y6
  %t7 = add i32 %t6, %y7
  %t8 = add i32 %t7, %y8
  %t9 = add i32 %t8, %y9
  %t10 = add i32 %t9, %y10
  %t11 = add i32 %t10, %y11
  %t12 = add i32 %t11, %y12
  %t13 = add i32 %t12, %y13
  %t14 = add i32 %t13, %y14
  %t15 = add i32 %t14, %y15
  %t16 = add i32 %t15, %y16
  %t17 = add i32 %t16, %y17
  ret i32 %t17
}
