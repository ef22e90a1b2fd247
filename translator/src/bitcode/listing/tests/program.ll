; What a listing has to show: every kind of block, of record that is long, of line that is broken.
@zero = internal global [4 x i8] zeroinitializer, align 4
@bytes = internal global [7 x i8] c"abcdefg"
@compound = internal global <{ [3 x i8], i32 }> <{ [3 x i8] c"foo", i32 ptrtoint (void (i32)* @_start to i32) }>
@neg = internal global i32 add (i32 ptrtoint ([7 x i8]* @bytes to i32), i32 -1)
define internal i32 @fact(i32 %p0) {
  %v0 = icmp ult i32 %p0, 1
  br i1 %v0, label %true, label %false
true:
  ret i32 1
false:
  %v2 = sub i32 %p0, 1
  %v3 = call i32 @fact(i32 %v2)
  %v4 = mul i32 %v3, %p0
  ret i32 %v4
}
define void @_start(i32 %p0) {
  switch i32 %p0, label %b1 [
    i32 1, label %b2
    i32 2, label %b2
    i32 4, label %b3
  ]
b1:
  %f = sitofp i32 %p0 to float
  %g = fadd float %f, 7.0
  %pt = inttoptr i32 %p0 to float*
  store float %g, float* %pt, align 4
  br label %b3
b2:
  %v = insertelement <4 x float> undef, float 1.0, i32 0
  %w = extractelement <4 x float> %v, i32 0
  br label %b3
b3:
  %x = phi i32 [ %p0, %b1 ], [ 5, %b2 ], [7, %0]
  %y = alloca i8, i32 %x, align 128
  %h = inttoptr i32 %x to i32 (i32, i32)*
  %z = call i32 %h(i32 %x, i32 1)
  %s = select i1 true, i32 %z, i32 %x
  ret void
}
