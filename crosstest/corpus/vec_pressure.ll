; Many vectors live at a time, across a call, with phis.
; edges: @many @loop

define internal i32 @id(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}
define <4 x i32> @many(<4 x i32> %a, <4 x i32> %b) {
  %x0 = sub <4 x i32> %a, %b
  %x1 = add <4 x i32> %a, %x0
  %x2 = sub <4 x i32> %x0, %x1
  %x3 = add <4 x i32> %x1, %x2
  %x4 = sub <4 x i32> %x2, %x3
  %x5 = add <4 x i32> %x3, %x4
  %x6 = sub <4 x i32> %x4, %x5
  %x7 = add <4 x i32> %x5, %x6
  %x8 = sub <4 x i32> %x6, %x7
  %x9 = add <4 x i32> %x7, %x8
  %x10 = sub <4 x i32> %x8, %x9
  %x11 = add <4 x i32> %x9, %x10
  %x12 = sub <4 x i32> %x10, %x11
  %x13 = add <4 x i32> %x11, %x12
  %e = extractelement <4 x i32> %x3, i32 2
  %f = call i32 @id(i32 %e)
  %s0 = insertelement <4 x i32> %x0, i32 %f, i32 1
  %s1 = xor <4 x i32> %s0, %x1
  %s2 = xor <4 x i32> %s1, %x2
  %s3 = xor <4 x i32> %s2, %x3
  %s4 = xor <4 x i32> %s3, %x4
  %s5 = xor <4 x i32> %s4, %x5
  %s6 = xor <4 x i32> %s5, %x6
  %s7 = xor <4 x i32> %s6, %x7
  %s8 = xor <4 x i32> %s7, %x8
  %s9 = xor <4 x i32> %s8, %x9
  %s10 = xor <4 x i32> %s9, %x10
  %s11 = xor <4 x i32> %s10, %x11
  %s12 = xor <4 x i32> %s11, %x12
  %s13 = xor <4 x i32> %s12, %x13
  ret <4 x i32> %s13
}
define <4 x float> @loop(<4 x float> %a, <8 x i16> %b, i32 %n) {
entry:
  %count = and i32 %n, 7
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %head ]
  %x = phi <4 x float> [ %a, %entry ], [ %y, %head ]
  %y = phi <4 x float> [ <float 1.0, float 2.0, float 3.0, float 4.0>, %entry ], [ %z, %head ]
  %h = phi <8 x i16> [ %b, %entry ], [ %h1, %head ]
  %h1 = add <8 x i16> %h, %b
  %z = fsub <4 x float> %x, %y
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %count
  br i1 %more, label %head, label %end
end:
  %e = extractelement <8 x i16> %h1, i32 5
  %f = sitofp i16 %e to float
  %r = insertelement <4 x float> %z, float %f, i32 3
  ret <4 x float> %r
}
