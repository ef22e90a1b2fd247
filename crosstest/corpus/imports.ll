; Calls that leave the module: arguments are traced and compared, results are the same on every engine.
; run: @several(i32 1, i64 2)
; edges: @once @several @with_vectors @until_it_likes @by_address

declare i32 @outside(i32, i64)
declare void @note(double, float, i32)
declare <4 x i32> @vectors(<4 x i32>, <16 x i8>)
declare float @small(i64)
declare double @large()
define i32 @once(i32 %a, i64 %b) {
  %r = call i32 @outside(i32 %a, i64 %b)
  ret i32 %r
}
define double @several(i32 %a, i64 %b) {
  %x = call i32 @outside(i32 %a, i64 %b)
  %y = call i32 @outside(i32 %x, i64 -1)
  %f = call float @small(i64 %b)
  %d = call double @large()
  call void @note(double %d, float %f, i32 %y)
  %w = fpext float %f to double
  %z = fadd double %w, %d
  %v = sitofp i32 %x to double
  %u = fmul double %z, %v
  ret double %u
}
define <4 x i32> @with_vectors(<4 x i32> %a, <16 x i8> %b) {
  %x = call <4 x i32> @vectors(<4 x i32> %a, <16 x i8> %b)
  %y = call <4 x i32> @vectors(<4 x i32> %x, <16 x i8> %b)
  %r = add <4 x i32> %x, %y
  ret <4 x i32> %r
}
define i32 @until_it_likes(i32 %a) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %a, %entry ], [ %y, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %y = call i32 @outside(i32 %x, i64 5)
  %next = add i32 %i, 1
  %low = and i32 %y, 7
  %z = icmp ne i32 %low, 0
  %few = icmp ult i32 %next, 50
  %more = and i1 %z, %few
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}
define i32 @by_address(i32 %a) {
  %f = ptrtoint i32 (i32, i64)* @outside to i32
  %callee = inttoptr i32 %f to i32 (i32, i64)*
  %r = call i32 %callee(i32 %a, i64 7)
  ret i32 %r
}
